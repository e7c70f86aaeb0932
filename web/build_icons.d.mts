export function installFiles(svg: string): [string, Buffer][];
