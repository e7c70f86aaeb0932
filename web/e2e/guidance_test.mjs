// What a newcomer is told: the goal, what can be chosen, what comes next, and why a tap does nothing.
import { cellNamed } from './hands.mjs';
import { equal, fit, ok, until } from './support.mjs';

const kMe = { who: 'me', name: 'Ana' };
const kFinger = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function table(stage, game, more = {}, options = {}) {
  const person = await stage.person(options);
  const made = await stage.table(person, { game, seats: [kMe, kMe], ...more });
  const page = await stage.open(person, `/g/${made.id}`);
  await page.locator('.stage[data-active="true"]').waitFor();
  return { page, person, made };
}

const kGoals = {
  yavalath: 'Goal: Four or more in a line win',
  epaminondas: 'Goal: You win at the start of your turn with more stones on the far row',
  eigenstate: 'Goal: Whoever is left with one piece loses',
  'sixteen-stone': 'Goal: Leave the opponent with one stone or none',
};

async function goals(stage) {
  for (const [game, goal] of Object.entries(kGoals)) {
    const { page, person } = await table(stage, game);
    await page.locator('.goal', { hasText: goal }).waitFor();
    await fit(page, `the goal of ${game}`);
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.locator('.goal').waitFor({ state: 'detached' });
    // For good: also after a reload, and in the next game.
    await page.reload();
    await page.locator('.stage[data-active="true"]').waitFor();
    equal(await page.locator('.goal').count(), 0, `${game}: dismissed`);
    await person.close();
  }
  const { page } = await table(stage, 'yavalath', { turns: ['e5', 'd4'] });
  equal(await page.locator('.goal').count(), 0, 'only at the first turn');
}

const says = (page, words) => until(async () => words.test(await prompt(page)), true, String(words));
const prompt = (page) => page.locator('[data-prompt]').innerText();

async function nextSteps(stage) {
  const { page } = await table(stage, 'epaminondas');
  await says(page, /rear stone of the line/);
  ok((await page.locator('.stage .piece.can').count()) > 10, 'what can move is marked');
  await cellNamed(page, 'c1').click();
  await says(page, /marked cell to go to/);
  const pieces = (await table(stage, 'eigenstate')).page;
  equal(await pieces.locator('.stage .piece.can').count(), 6, 'pieces that can move');
  await cellNamed(pieces, 'b1').click();
  await cellNamed(pieces, 'b2').click();
  await says(pieces, /free hole of the piece on b2/);
}

const kPlayed = 'c3 b2 d3 b3 c2 d2 b4 d4 c4 a3 e3 c1 a2 e2 c5 a4'.split(' ');

// Notes where the bubble and its cell are the moment these words come: they go by themselves.
const watchBubble = (page, cell, words) =>
  page.evaluate(
    ([name, wanted]) => {
      window.places = undefined;
      new MutationObserver((_, watch) => {
        const bubble = document.querySelector('.refusal');
        if (!bubble?.textContent.includes(wanted)) return;
        watch.disconnect();
        const place = document.querySelector(`.stage .board [data-cell="${name}"]`);
        window.places = [bubble, place].map((one) => one.getBoundingClientRect().toJSON());
      }).observe(document.querySelector('.stage'), { childList: true, subtree: true, characterData: true });
    },
    [cell, words],
  );

async function refusals(stage) {
  const refused = async (page, cell, words) => {
    await watchBubble(page, cell, words);
    await cellNamed(page, cell).click();
    const [bubble, place] = await (await page.waitForFunction(() => window.places)).jsonValue();
    const away = Math.max(bubble.y - place.y - place.height, place.y - bubble.y - bubble.height);
    ok(away < place.height && bubble.x < place.x + place.width && bubble.x + bubble.width > place.x, 'at the tap');
    await page.locator('[data-live=polite]').filter({ hasText: words }).waitFor({ state: 'attached' });
  };
  const { page } = await table(stage, 'yavalath', { turns: ['e5', 'd4'] });
  await refused(page, 'e5', 'This cell is taken: choose an empty one.');
  const lines = (await table(stage, 'epaminondas')).page;
  await refused(lines, 'a12', 'This is not yours to move.');
  await refused(lines, 'g6', 'First choose one of those with a bright edge.');
  await cellNamed(lines, 'c2').click();
  await refused(lines, 'g8', 'Stones go along their line');
  const stones = (await table(stage, 'sixteen-stone', { turns: kPlayed })).page;
  await refused(stones, 'd2', 'This is not yours to move.');
  const pieces = (await table(stage, 'eigenstate')).page;
  await cellNamed(pieces, 'b1').click();
  await refused(pieces, 'e4', 'A piece goes only where one of its pegs points.');
}

// A piece may be looked at: that it cannot be chosen, and why, is said all the same.
async function refusedPieces(stage) {
  const position = 'b1:0020000,c1:0020000,a6:0020000 d6:0000080,e6:0000080,f6:0000080 1 m';
  for (const options of [{}, kFinger]) {
    const { page } = await table(stage, 'eigenstate', { position }, options);
    const refused = async (cell, words) => {
      await watchBubble(page, cell, words);
      await (options.hasTouch ? cellNamed(page, cell).tap() : cellNamed(page, cell).click());
      await page.waitForFunction(() => window.places);
      await page.locator('.refusal', { hasText: words }).waitFor();
    };
    await refused('a6', 'It cannot move: its pegs point off the board.');
    await refused('d6', 'This is not yours to move.');
    await refused('c3', 'First choose one of those with a bright edge.');
    await cellNamed(page, 'b1').click();
    await cellNamed(page, 'b2').click();
    await until(() => page.locator('.steps .step').count(), 1, 'the move');
    await refused('d6', 'A peg goes into a free hole of one of your pieces.');
    // And it is looked at.
    await page.locator('.stage .board .mark.reach').first().waitFor();
    await page.context().close();
  }
}

// What the words speak of stays marked, and on a phone they stay in the window, wherever the tap was.
async function refusalsOnPhones(stage) {
  const taken = [
    ['epaminondas', [], 'c2', ['a12', 'f9', 'i9', 'n12'], 'Stones go along their line'],
    ['eigenstate', [], 'b1', ['a5', 'b4', 'e4', 'f6'], 'A piece goes only where one of its pegs points.'],
    [
      'sixteen-stone',
      kPlayed,
      'c5',
      ['a1', 'e1', 'b1', 'd1'],
      'A move needs an empty cell next to one of your stones.',
    ],
  ];
  for (const size of [
    [360, 640],
    [844, 390],
  ]) {
    const [width, height] = size;
    const phone = { viewport: { width, height }, hasTouch: true, isMobile: true };
    for (const [game, turns, from, cells, words] of taken) {
      const { page } = await table(stage, game, { turns }, phone);
      await cellNamed(page, from).tap();
      const marked = () => page.locator('.stage .board .mark.target, .stage .board .mark.take').count();
      await page.locator('.stage .board .mark.target').first().waitFor();
      const before = await marked();
      for (const cell of cells) {
        await watchBubble(page, cell, words);
        await cellNamed(page, cell).tap();
        const [bubble] = await (await page.waitForFunction(() => window.places)).jsonValue();
        ok(
          bubble.left >= 0 && bubble.right <= width && bubble.top >= 0 && bubble.bottom <= height,
          `${game} ${cell} at ${size.join('×')}: in the window: ${JSON.stringify(bubble)}`,
        );
        equal(await marked(), before, `${game} ${cell}: what is marked`);
      }
      // The choice is given up by tapping the stone itself.
      await cellNamed(page, from).tap();
      await until(marked, 0, 'given up');
    }
    const { page } = await table(stage, 'yavalath', { turns: ['a1', 'i5'] }, phone);
    for (const cell of ['a1', 'i5']) {
      await watchBubble(page, cell, 'This cell is taken');
      await cellNamed(page, cell).tap();
      const [bubble] = await (await page.waitForFunction(() => window.places)).jsonValue();
      ok(bubble.left >= 0 && bubble.right <= width && bubble.top >= 0, `yavalath ${cell}: ${JSON.stringify(bubble)}`);
    }
  }
}

// What a turn did can be read by whoever has no mouse to point with: the last one, one that is tapped, the draft.
async function turnsInWords(stage) {
  const turns = ['b1-b2,b2+d4,e1+a2', 'e6-e5,e5+b2,b6+d2'];
  for (const [locale, first, step] of [
    ['en-GB', /^1 Moves (the|a) piece/, /^This turn Moves/],
    ['pt-PT', /^1 Move a peça/, /^Este turno Move/],
  ]) {
    const { page } = await table(stage, 'eigenstate', { turns }, { ...kFinger, locale });
    const words = page.locator('.turn-words');
    await words.filter({ hasText: /^2 / }).waitFor();
    await page.locator('.turns button').first().tap();
    await words.filter({ hasText: first }).waitFor();
    await fit(page, 'a turn in words');
    await page.locator('.bar .button.main').tap();
    await cellNamed(page, 'b2').tap();
    await cellNamed(page, 'b3').tap();
    await words.filter({ hasText: step }).waitFor();
    await page.context().close();
  }
}

async function swapIsTold(stage) {
  const host = await stage.person();
  const made = await stage.table(host, { game: 'yavalath', seats: [kMe, { who: 'open' }], turns: [] });
  const { token } = (await stage.api('POST', `/api/tables/${made.id}/join`, { name: 'Rui' }, made.invites[0].token))
    .body;
  const page = await stage.open(host, `/g/${made.id}`);
  await page.locator('.stage[data-active="true"]').waitFor();
  await cellNamed(page, 'e5').click();
  await page.locator('.stage[data-shown="1"]').waitFor();
  await Promise.all([
    page.locator('.toast', { hasText: 'Black has swapped' }).waitFor(),
    stage.api('POST', `/api/tables/${made.id}/turns`, { turn: 'swap', after: 1 }, token),
  ]);
}

export default [
  ['the goal of each game at its first turn', goals],
  ['prompts say the next thing to do', nextSteps],
  ['a refused tap says why at its place', refusals],
  ['a refused tap on a piece with pegs says why', refusedPieces],
  ['a refused tap on a phone stays in the window and keeps what is marked', refusalsOnPhones],
  ['turns in words without a mouse', turnsInWords],
  ['a swap is told', swapIsTold],
];
