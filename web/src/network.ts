// The server that the page came from: requests over HTTP, messages over a WebSocket.
import { language } from './settings';
import { ApiError, type Question, type Source, type Wire } from './source';

function headersOf({ body, token }: Question): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': language.value };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Seat ${token}`;
  return headers;
}

const socketAddress = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`;

export const network: Source = {
  async ask(question) {
    const { method, path, body } = question;
    try {
      return await fetch(path, {
        method,
        headers: headersOf(question),
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch {
      throw new ApiError('offline', '');
    }
  },
  // The language of answers is fixed when the connection opens.
  wire: () => new WebSocket(`${socketAddress()}?lang=${language.value}`) as Wire,
};
