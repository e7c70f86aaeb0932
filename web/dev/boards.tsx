// Shows one recorded position: /?fixture=yav-mid&choice={…}&props={…}&scheme=dark&theme=slate&three=1
// With &then=yav-won a click on the words below plays on to another one.
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { Board } from '../src/board/board';
import { kNoChoice, type BoardInfo, type BoardProps, type Choice, type View } from '../src/board/types';
import { speak } from '../src/i18n';
import { applyLook, boardTheme, scheme } from '../src/settings';

const query = new URLSearchParams(location.search);
const read = async (name: string): Promise<{ board: BoardInfo; view: View }> =>
  (await fetch(`/fixtures/${name}.json`)).json();
const first = await read(query.get('fixture') ?? 'yav-mid');
const second = query.has('then') ? await read(query.get('then')!) : first;
scheme.value = (query.get('scheme') ?? 'light') as 'light';
boardTheme.value = (query.get('theme') ?? 'wood') as 'wood';
applyLook();
await speak(query.get('lang') === 'pt' ? 'pt' : 'en');
const given = JSON.parse(query.get('choice') ?? '{}') as Partial<Choice>;
const props = JSON.parse(query.get('props') ?? '{}') as Partial<BoardProps>;

function Page() {
  const [choice, setChoice] = useState<Choice>({ ...kNoChoice, ...given });
  const [said, say] = useState('');
  const [{ board, view }, show] = useState(first);
  return (
    <>
      <Board
        board={board}
        view={view}
        label={board.game}
        active
        choice={choice}
        onChoice={setChoice}
        three={query.has('three')}
        onAction={(action) => say(`action ${action}`)}
        onRestart={(action) => say(`restart ${action}`)}
        onBack={() => say('back')}
        onSay={say}
        {...props}
      />
      <output id="said">{said}</output>
      {query.has('then') && (
        <button type="button" id="then" onClick={() => show(second)}>
          …
        </button>
      )}
    </>
  );
}
render(<Page />, document.getElementById('app')!);
document.documentElement.dataset['ready'] = '';
