// Pictures of every screen of the page, light and dark, desk and phone, some in low windows too, from the real program:
//
//   node tools/web_screens.mjs PROGRAM [--out FOLDER] [--phone 390x844] [WORDS…]
//
// writes docs/screens/web/NAME-LOOK.webp for every screen whose name contains one of the words. A picture that shows
// what the one before shows is left as it is, so that the repository does not grow by noise.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Mouse } from '../web/e2e/hands.mjs';
import { Browser, kPhone, startServer } from '../web/e2e/support.mjs';

const {
  values: given,
  positionals: [program, ...words],
} = parseArgs({ allowPositionals: true, options: { out: { type: 'string' }, phone: { type: 'string' } } });
const kOut = resolve(given.out ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'screens', 'web'));
const kQuality = 0.55;
const kNoise = 0.0005; // of the pixels may differ where the same is shown
const [width, height] = given.phone?.split('x').map(Number) ?? [];
const phone = { ...kPhone, ...(width && height ? { viewport: { width, height } } : {}), deviceScaleFactor: 1.5 };

const kLooks = [
  ['desk-light', { colorScheme: 'light' }],
  ['desk-dark', { colorScheme: 'dark' }],
  ['phone-light', { ...phone, colorScheme: 'light' }],
  ['phone-dark', { ...phone, colorScheme: 'dark' }],
];
// A phone held sideways, and a laptop zoomed to 200 %.
const kLowLooks = [
  ['sideways-light', { ...kPhone, viewport: { width: 844, height: 390 }, colorScheme: 'light' }],
  ['zoomed-light', { viewport: { width: 720, height: 450 }, colorScheme: 'light' }],
];

// Games in the middle, so that boards have something to show.
const kTurns = {
  yavalath: 'e5 d4 f6 c3 e4 e6 d5 f5'.split(' '),
  epaminondas: 'c1-c3 l12-l10 d1-d3 k12-k10 e1-e3 m12-m10'.split(' '),
  eigenstate: ['b1-b2,b2+d4,e1+a2', 'e6-e5,e5+b2,b6+d2'],
  'sixteen-stone': 'c3 b2 d3 b3 c2 d2 b4 d4 c4 a3 e3 c1 a2 e2 c5 a4'.split(' '),
};

const kReviewed = `[Game "yavalath"]
[White "Ada"]
[Black "Bob"]
[Variant "swap=off"]

1. e5 2. f4 3. g5 4. d3 5. c5 6. e2 7. e6 8. e7 9. d5 0-1`;

const table =
  (game, more = {}) =>
  async (stage, person) => {
    const made = await stage.table(person, {
      game,
      seats: [{ who: 'me', name: 'Ada' }, { who: 'me' }],
      turns: kTurns[game],
      ...more,
    });
    const page = await stage.open(person, `/g/${made.id}`);
    await page.locator('svg.board').first().waitFor();
    return page;
  };

const at = (address, ready) => async (stage, person) => {
  const page = await stage.open(person, address);
  await page.locator(ready).first().waitFor();
  return page;
};

const thought = (address) => async (stage, person) => {
  const page = await at(address, 'svg.board')(stage, person);
  await page.getByText('Thought for 2 s.').waitFor({ timeout: 60_000 });
  return page;
};

const inThree = (game, more) => async (stage, person) => {
  await person.addInitScript(() => localStorage.setItem('tabuleiro.view3d', 'on'));
  const page = await table(game, more)(stage, person);
  await page.locator('[data-three="shown"]').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1000);
  return page;
};

// What a friend sees who opens an invitation.
async function joining(stage, person) {
  const host = await stage.person();
  const seats = [{ who: 'me', name: 'Ada' }, { who: 'open' }];
  const { id, invites } = await stage.table(host, { game: 'yavalath', seats });
  for (const status of [401, 403]) stage.refuses(status, `/api/tables/${id}`);
  const page = await stage.open(person, `/g/${id}#seat=${invites[0].token}&player=2`);
  await page.getByRole('button', { name: 'Join' }).waitFor();
  return page;
}

async function over(stage, person) {
  const seats = [
    { who: 'me', name: 'Ada' },
    { who: 'me', name: 'Bob' },
  ];
  const turns = 'e5 a1 e6 a2 e8 i5'.split(' ');
  const { id, token } = await stage.table(person, { game: 'yavalath', options: { swap: 'off' }, seats, turns });
  await stage.api('POST', `/api/tables/${id}/turns`, { turn: 'e7', after: turns.length }, token);
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.result').waitFor();
  return page;
}

async function games(stage, person) {
  const page = await over(stage, person);
  const seats = [{ who: 'me', name: 'Bob' }, { who: 'level:3' }];
  for (const game of ['epaminondas', 'eigenstate']) {
    const made = await stage.api('POST', '/api/tables', { game, seats });
    await page.goto(`${stage.address}/g/${made.body.id}`);
    await page.locator('.moves').waitFor();
  }
  await page.goto(`${stage.address}/games`);
  await page.locator('.game-row').nth(2).waitFor();
  return page;
}

async function live(stage, person) {
  const host = await stage.person(); // only tables at which somebody is are listed
  const seats = [{ who: 'me', name: 'Ada' }, { who: 'open' }];
  const { id } = await stage.table(host, { game: 'eigenstate', seats, public: true });
  await (await stage.open(host, `/g/${id}`)).locator('.qr').waitFor();
  return at('/games/live', '.game-row')(stage, person);
}

// Three games of which two began alike.
async function openings(stage, person) {
  const seats = [
    { who: 'me', name: 'Ada' },
    { who: 'me', name: 'Bob' },
  ];
  for (const turns of [['e5'], ['e5', 'c3'], ['d4']]) {
    const made = await stage.api('POST', '/api/tables', { game: 'yavalath', seats, turns, show: true });
    await stage.api('POST', `/api/tables/${made.body.id}/resign`, {}, made.body.token);
  }
  const page = await at('/analyse/yavalath', '.openings')(stage, person);
  await page.getByText('Opening explorer').click();
  await page.locator('.openings .link').first().waitFor();
  await page.locator('.openings').evaluate((panel) => panel.scrollIntoView({ block: 'end' }));
  return page;
}

// What the coach says of a turn that does not block, and what decided a game: both wait for the engine.
const kGivesAway = ['f3', 'e3', 'd5', 'e4', 'g5', 'e6'];

async function coach(stage, person) {
  const seats = [{ who: 'me', name: 'Ada' }, { who: 'random' }];
  const options = { swap: 'off' };
  const { id } = await stage.table(person, { game: 'yavalath', options, seats, turns: kGivesAway });
  await person.addInitScript(() => {
    localStorage.setItem('tabuleiro.coach', 'on');
    localStorage.setItem('tabuleiro.engine-at', 'server'); // its questions are listened to
  });
  const page = await person.newPage();
  stage.pages.push(page);
  const looks = new Promise((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => JSON.parse(payload).type === 'analyse' && resolve()),
    ),
  );
  await page.goto(`${stage.address}/g/${id}`);
  await looks;
  const advice = page.locator('.coach');
  for (;;) {
    await new Mouse(stage, page, { game: 'yavalath', options }).turn('a1', kGivesAway);
    await advice.or(page.locator('.result')).first().waitFor({ timeout: 60_000 });
    if (await advice.count()) return page;
    await page.getByRole('button', { name: 'Take back' }).click(); // the computer won by chance
  }
}

async function decided(stage, person) {
  const seats = [
    { who: 'me', name: 'Ada' },
    { who: 'me', name: 'Bob' },
  ];
  const made = await stage.table(person, { game: 'yavalath', options: { swap: 'off' }, seats, turns: kGivesAway });
  for (const [i, turn] of ['a1', 'e5'].entries()) {
    await stage.api('POST', `/api/tables/${made.id}/turns`, { turn, after: kGivesAway.length + i }, made.token);
  }
  const page = await stage.open(person, `/g/${made.id}`);
  await page.getByRole('button', { name: 'What decided it?' }).click();
  await page.locator('.moment').waitFor({ timeout: 60_000 });
  return page;
}

async function archive(stage, person) {
  const page = await openings(stage, person);
  await page.goto(`${stage.address}/games/archive`);
  await page.locator('.game-row').nth(2).waitFor();
  return page;
}

async function settings(stage, person) {
  const page = await at('/', '.game-card')(stage, person);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  return page;
}

async function review(stage, person) {
  const page = await at('/review', '.import textarea')(stage, person);
  await page.locator('.import textarea').fill(kReviewed);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByTestId('review-state').waitFor({ timeout: 120_000 });
  await page.locator('.mistake').first().click();
  await page.evaluate(() => scrollTo(0, 0));
  return page;
}

async function editor(stage, person) {
  const page = await at('/edit/eigenstate', 'svg.board')(stage, person);
  await page.getByRole('radio', { name: 'Pegs' }).check();
  await page.locator('[data-cell="a1"]').click();
  return page;
}

async function peg(stage, person) {
  const page = await table('eigenstate')(stage, person);
  await page.locator('[data-cell="b2"]').click();
  await page.locator('[data-cell="b3"]').click();
  await page.locator('[data-hole]').first().waitFor();
  return page;
}

const kThreePlayers = { options: { players: '3' }, seats: [{ who: 'me' }, { who: 'me' }, { who: 'me' }] };
const kCrossings = { options: { rules: 'crossings' }, turns: ['d1-d4', 'd8-d5', 'e2-e3', 'e7-e6', 'f1-f3', 'c8-c6'] };

const kScreens = {
  home: at('/', '.game-card .board'),
  new: at('/new/yavalath?with=computer', '.setup'),
  help: at('/help', '.keys'),
  settings,
  yavalath: table('yavalath'),
  'yavalath-three': table('yavalath', kThreePlayers),
  epaminondas: table('epaminondas'),
  eigenstate: table('eigenstate'),
  'eigenstate-pegs': peg,
  'sixteen-stone': table('sixteen-stone'),
  ...Object.fromEntries(Object.keys(kTurns).map((game) => [`${game}-3d`, inThree(game)])),
  'yavalath-three-3d': inThree('yavalath', kThreePlayers),
  'crossings-3d': inThree('epaminondas', kCrossings),
  over,
  decided,
  coach,
  invite: table('yavalath', { seats: [{ who: 'me', name: 'Ada' }, { who: 'open' }], turns: [] }),
  joining,
  analysis: thought('/analyse/yavalath#m=e5.d4.f6(f5.e4)c3&n=6'),
  'analysis-steps': thought('/analyse/eigenstate'),
  'analysis-three': thought('/analyse/yavalath#o=players=3&m=e5.d4.f6.c3&n=4'),
  review,
  editor,
  learn: at('/learn/yavalath', 'svg.board'),
  rules: at('/rules/eigenstate', 'article svg.board'),
  'puzzles-daily': at('/puzzles', 'svg.board'),
  'puzzles-series': at('/puzzles/epaminondas', 'svg.board'),
  reports: at('/reports', 'article li a'),
  'reports-one': at('/report-yavalath.en.html', 'svg'),
  embed: at('/embed/yavalath#m=e5.d4.f6.c3&n=3', 'svg.board'),
  games,
  live,
  openings,
  archive,
};
// Those that must fit into low windows.
const kLow = [
  ...Object.keys(kTurns),
  'eigenstate-pegs',
  'yavalath-three',
  'decided',
  'analysis',
  'learn',
  'puzzles-daily',
];

// Pictures as WebP: the browser itself is the one encoder that is always here. Nothing where `before` shows the same.
async function webp(browser, png, before) {
  const page = await browser.newPage();
  const text = await page.evaluate(
    async ([source, known, quality, noise]) => {
      const drawn = async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        return { canvas, pixels: context.getImageData(0, 0, image.width, image.height).data };
      };
      const now = await drawn(`data:image/png;base64,${source}`);
      const coded = now.canvas.toDataURL('image/webp', quality);
      if (known) {
        // What coding does to a picture is no difference.
        const [a, b] = [(await drawn(coded)).pixels, (await drawn(`data:image/webp;base64,${known}`)).pixels];
        const differ = a.filter((value, i) => Math.abs(value - b[i]) > 24).length;
        if (a.length === b.length && differ < noise * a.length) return '';
      }
      return coded.split(',')[1];
    },
    [png.toString('base64'), before?.toString('base64') ?? '', kQuality, kNoise],
  );
  await page.close();
  return text && Buffer.from(text, 'base64');
}

const looksOf = (name) => [...kLooks, ...(kLow.includes(name) ? kLowLooks : [])];

if (!program) {
  console.error('usage: node tools/web_screens.mjs PROGRAM [--out FOLDER] [--phone WIDTHxHEIGHT] [WORDS…]');
  process.exit(2);
}
mkdirSync(kOut, { recursive: true });
const server = await startServer(program);
const browser = await Browser.start();
let failed = 0;
let total = 0;
for (const [name, open] of Object.entries(kScreens)) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  for (const [look, options] of looksOf(name)) {
    const stage = browser.stage(server);
    try {
      const page = await open(stage, await stage.person(options));
      await page.waitForTimeout(300);
      const file = join(kOut, `${name}-${look}.webp`);
      const before = existsSync(file) ? readFileSync(file) : undefined;
      const picture = await webp(browser.chromium, await page.screenshot(), before);
      if (picture) writeFileSync(file, picture);
      total += (picture || before).length;
      stage.check();
    } catch (error) {
      ++failed;
      console.error(`${name}, ${look}: ${error.message}`);
    } finally {
      await stage.close();
    }
  }
  console.log(name);
}
await browser.stop();
await server.stop();
console.log(`${Math.round(total / 1000)} kB in ${kOut}`);
process.exitCode = failed > 0 ? 1 : 0;
