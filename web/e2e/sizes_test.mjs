// Boards and controls at the sizes that windows have: phones upright and sideways, a laptop zoomed to 200 %.
import { cellNamed, shownTurns } from './hands.mjs';
import { thought } from './study.mjs';
import { drawn, equal, fit, ok, tooWide, until, whole } from './support.mjs';

const kSizes = [
  [1440, 900],
  [1024, 768],
  [844, 390],
  [720, 450],
  [640, 400],
  [390, 844],
  [360, 640],
];

const kTurns = {
  yavalath: ['e5', 'd4', 'f6', 'c3'],
  epaminondas: ['c1-c3', 'l12-l10'],
  eigenstate: ['b1-b2,b2+d4,e1+a2', 'e6-e5,e5+b2,b6+d2'],
  'sixteen-stone': 'c3 b2 d3 b3 c2 d2 b4 d4 c4 a3 e3 c1 a2 e2 c5 a4'.split(' '),
};

const kFinger = { hasTouch: true, isMobile: true };
const kClock = { kind: 'game', initial: 600_000, increment: 5000 };
const kSeats = [
  { who: 'me', name: 'Ana' },
  { who: 'me', name: 'Ana' },
];

async function table(stage, game, [width, height], more = {}) {
  const touch = width < 500 || height < 400 ? kFinger : {};
  const person = await stage.person({ viewport: { width, height }, ...touch });
  const made = await stage.table(person, { game, seats: kSeats, turns: kTurns[game], clock: kClock, ...more });
  const page = await stage.open(person, `/g/${made.id}`);
  await page.locator('.stage[data-active="true"]').waitFor();
  await whole(page);
  return { page, made };
}

// Everything drawn on the board lies in the window, without scrolling, and nothing lies over it.
async function boardInSight(page) {
  await drawn(page);
  return page.evaluate(() => {
    const faults = [];
    if (scrollY !== 0) faults.push(`scrolled by ${scrollY}`);
    const others = [...document.querySelectorAll('.top, .players, .bar, .offers > *')].map((one) => [
      one.className,
      one.getBoundingClientRect(),
    ]);
    for (const part of document.querySelectorAll('.stage .board .cell, .stage .board .tray .piece')) {
      const box = part.getBoundingClientRect();
      const name = part.dataset.cell ?? 'pool';
      if (box.top < 0 || box.left < -1 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 1)
        faults.push(`${name} is out of sight`);
      for (const [other, over] of others) {
        const apart =
          over.right <= box.left + 1 ||
          over.left >= box.right - 1 ||
          over.bottom <= box.top + 1 ||
          over.top >= box.bottom - 1;
        if (!apart) faults.push(`${other} lies over ${name}`);
      }
    }
    return faults.slice(0, 4);
  });
}

const inWindow = (page, selector) =>
  page.locator(selector).evaluate((one) => {
    const { top, left, bottom, right } = one.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  });

const wholeBoard = (size) => async (stage) => {
  for (const game of Object.keys(kTurns)) {
    const { page } = await table(stage, game, size);
    const name = `${game} at ${size.join('×')}`;
    equal(await boardInSight(page), [], name);
    ok(await inWindow(page, '.bar .prompt'), `${name}: the prompt is in sight`);
    await fit(page, name);
    await page.context().close();
  }
  // Three players have more to show beside the board.
  const seats = [
    { who: 'me', name: 'Maria' },
    { who: 'me', name: 'Maria' },
    { who: 'me', name: 'Maria' },
  ];
  const { page } = await table(stage, 'yavalath', size, { options: { players: '3', swap: 'off' }, seats, turns: [] });
  equal(await boardInSight(page), [], `three players at ${size.join('×')}`);
};

// Names at the edge that a cell, another name or the end of the window hides in part.
async function hiddenNames(page) {
  await drawn(page);
  return page.evaluate(() => {
    const faults = [];
    const cells = [...document.querySelectorAll('.stage .board .cell')];
    const boxes = [...document.querySelectorAll('.stage .board .labels text')].map((text) => {
      const { x, width } = text.getBBox();
      const size = Number(text.parentElement.getAttribute('font-size'));
      const y = Number(text.getAttribute('y'));
      return { name: text.textContent, text, left: x, right: x + width, top: y - 0.36 * size, bottom: y + 0.36 * size };
    });
    for (const [i, { name, text, left, right, top, bottom }] of boxes.entries()) {
      const on = text.getBoundingClientRect();
      if (on.left < -0.5 || on.right > innerWidth + 0.5) faults.push(`${name} ends beyond the window`);
      for (const x of [left, (left + right) / 2, right]) {
        for (const y of [top, (top + bottom) / 2, bottom]) {
          const under = cells.find((cell) => cell.isPointInFill(new DOMPoint(x, y)));
          if (under) faults.push(`${name} lies under ${under.dataset.cell}`);
        }
      }
      for (const other of boxes.slice(i + 1)) {
        const apart = other.left >= right || other.right <= left || other.top >= bottom || other.bottom <= top;
        if (!apart) faults.push(`${name} lies over ${other.name}`);
      }
    }
    return [...new Set(faults)];
  });
}

// On boards of every size, in play and at the end, where the board may be small.
async function namesInSight(stage) {
  const page = await stage.open(await stage.person(kFinger));
  for (const size of ['3', '4', '5', '6']) {
    const options = { size, swap: 'off' };
    const { id, token } = await stage.table(page.context(), { game: 'yavalath', options, seats: kSeats });
    // What it added to every start of a page, this page has missed.
    await page.evaluate((seat) => localStorage.setItem('tabuleiro.tables', JSON.stringify([seat])), {
      ...{ id, game: 'yavalath', token, invites: [], at: Date.now(), over: false },
    });
    await page.goto(`${stage.address}/g/${id}`);
    await page.locator('.stage[data-active="true"]').waitFor();
    const look = async (when) => {
      for (const [width, height] of kSizes) {
        await page.setViewportSize({ width, height });
        await until(() => hiddenNames(page), [], `size ${size} at ${width}×${height}, ${when}`);
      }
    };
    await look('in play');
    await stage.api('POST', `/api/tables/${id}/resign`, {}, token);
    await page.locator('.result').waitFor();
    await look('at the end');
  }
}

// How the holes of a piece are pressed: by a mouse on the board itself, by a finger in the enlarged piece.
async function clickHole(page, cell, column, row) {
  const box = await cellNamed(page, cell).boundingBox();
  const step = box.width * 0.17;
  await page.mouse.click(box.x + box.width / 2 + column * step, box.y + box.height / 2 - row * step);
}

const steps = (page, count) => until(() => page.locator('.steps .step').count(), count, 'steps');

const pegsByMouse = (size) => async (stage) => {
  const { page, made } = await table(stage, 'eigenstate', size);
  let clicks = 0;
  const press = async (act) => {
    await act();
    ++clicks;
    equal(await boardInSight(page), [], `after click ${clicks}`);
  };
  await press(() => cellNamed(page, 'b2').click());
  await press(() => cellNamed(page, 'b3').click());
  await steps(page, 1);
  await press(() => clickHole(page, 'a1', 1, 2));
  await steps(page, 2);
  await press(() => clickHole(page, 'f1', -2, 0));
  await steps(page, 3);
  await press(() => page.locator('.submit:enabled').click());
  await until(() => shownTurns(page), 3, 'the turn is sent');
  equal(clicks, 5, 'clicks of a turn');
  equal((await stage.api('GET', `/api/tables/${made.id}`)).body.turns[2], 'b2-b3,a1+d5,f1+a3', 'the turn');
};

const pegsByTouch = (size) => async (stage) => {
  const { page, made } = await table(stage, 'eigenstate', size);
  let taps = 0;
  const press = async (place) => {
    await place.tap();
    ++taps;
    equal(await boardInSight(page), [], `after tap ${taps}`);
  };
  const hole = (name) => page.locator(`.peg-editor [data-hole="${name}"]`);
  await press(cellNamed(page, 'b2'));
  await press(cellNamed(page, 'b3'));
  await steps(page, 1);
  // The piece that moved is open; its holes are called what turns call them.
  equal(await hole('e5').textContent(), 'e5', 'the name of a hole');
  ok(await inWindow(page, '.peg-editor'), 'the holes are in sight');
  await press(hole('e5'));
  await steps(page, 2);
  await press(cellNamed(page, 'a1'));
  await page.locator('.peg-editor[aria-label*="a1"]').waitFor();
  await press(hole('d5'));
  await steps(page, 3);
  equal(await page.locator('.steps .step').allTextContents(), ['1 b2-b3', '2 b3+e5', '3 a1+d5'], 'chips');
  await press(page.locator('.submit:enabled'));
  await until(() => shownTurns(page), 3, 'the turn is sent');
  equal(taps, 6, 'taps of a turn');
  equal((await stage.api('GET', `/api/tables/${made.id}`)).body.turns[2], 'b2-b3,b3+e5,a1+d5', 'the turn');
};

// Both pegs in pieces that have not moved are the most there is to do: six gestures where the piece is dragged.
async function drag(page, from, to) {
  const [a, b] = await Promise.all([from, to].map((name) => cellNamed(page, name).boundingBox()));
  const point = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const [start, end] = [point(a), point(b)];
  const session = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [start]);
  for (const share of [0.3, 0.6, 1]) {
    await touch('touchMove', [{ x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) }]);
  }
  await touch('touchEnd', []);
  await session.detach();
}

const kElsewhere = [
  ['a1', 'd5'],
  ['f1', 'a3'],
];

async function pegsElsewhere(page, press) {
  for (const [i, [cell, into]] of kElsewhere.entries()) {
    await press(cellNamed(page, cell));
    await page.locator(`.peg-editor[aria-label*="${cell}"]`).waitFor();
    await press(page.locator(`.peg-editor [data-hole="${into}"]`));
    if (i === 0) await steps(page, 2);
  }
}

const pegsAfterDrag = (size) => async (stage) => {
  const { page, made } = await table(stage, 'eigenstate', size);
  const press = async (place) => {
    await place.tap();
    equal(await boardInSight(page), [], 'the board');
  };
  await drag(page, 'b2', 'b3');
  await steps(page, 1);
  await pegsElsewhere(page, press);
  await steps(page, 3);
  await press(page.locator('.submit:enabled'));
  await until(() => shownTurns(page), 3, 'the turn is sent');
  equal((await stage.api('GET', `/api/tables/${made.id}`)).body.turns[2], 'b2-b3,a1+d5,f1+a3', 'the turn');
};

// Where turns are not confirmed the last peg sends the turn.
const pegsUnconfirmed = (size) => async (stage) => {
  const [width, height] = size;
  const person = await stage.person({ viewport: { width, height }, ...kFinger });
  await person.addInitScript(() => localStorage.setItem('tabuleiro.confirm', 'never'));
  const made = await stage.table(person, { game: 'eigenstate', seats: kSeats, turns: kTurns.eigenstate });
  const page = await stage.open(person, `/g/${made.id}`);
  await page.locator('.stage[data-active="true"]').waitFor();
  await whole(page);
  let taps = 0;
  const press = async (place) => {
    await place.tap();
    ++taps;
    equal(await boardInSight(page), [], `after tap ${taps}`);
  };
  await press(cellNamed(page, 'b2'));
  await press(cellNamed(page, 'b3'));
  await steps(page, 1);
  await pegsElsewhere(page, press);
  await until(() => shownTurns(page), 3, 'the turn is sent');
  equal(taps, 6, 'taps of a turn');
  equal((await stage.api('GET', `/api/tables/${made.id}`)).body.turns[2], 'b2-b3,a1+d5,f1+a3', 'the turn');
};

// The tools of the position editor are in sight together with the whole board.
async function editorInSight(stage) {
  const page = await stage.open(await stage.person(), '/edit/eigenstate');
  const pegs = page.getByRole('radio', { name: 'Pegs' });
  await pegs.waitFor();
  for (const [width, height] of kSizes) {
    await page.setViewportSize({ width, height });
    const name = `${width}×${height}`;
    await until(() => boardInSight(page), [], `the board at ${name}`);
    ok(await inWindow(page, '.palette'), `the tools at ${name}`);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await pegs.check();
  await cellNamed(page, 'a1').click();
  await page.locator('.peg-boxes').waitFor();
  equal(await boardInSight(page), [], 'the board while pegs are set');
  ok(await inWindow(page, '.peg-boxes'), 'the holes');
}

// Whoever waits for a friend sees the link to send, without scrolling.
async function linkInSight(stage) {
  const page = await stage.open(await stage.person(kFinger));
  const seats = [{ who: 'me', name: 'Ana' }, { who: 'open' }];
  for (const game of ['yavalath', 'epaminondas', 'eigenstate']) {
    const { id, token, invites } = await stage.table(page.context(), { game, seats });
    await page.evaluate((seat) => localStorage.setItem('tabuleiro.tables', JSON.stringify([seat])), {
      ...{ id, game, token, invites, at: Date.now(), over: false },
    });
    await page.goto(`${stage.address}/g/${id}`);
    await page.locator('.qr').waitFor();
    for (const [width, height] of kSizes.filter(([, high]) => high > 560)) {
      await page.setViewportSize({ width, height });
      const name = `${game} at ${width}×${height}`;
      await until(() => boardInSight(page), [], `the board of ${name}`);
      ok(await inWindow(page, '.invite-link .main'), `the link of ${name}`);
    }
  }
}

// Words that are longer in Portuguese leave room for what stands beside them.
async function roomForWords(stage) {
  const person = await stage.person({ viewport: { width: 1024, height: 768 }, locale: 'pt-PT' });
  await person.addInitScript(() => localStorage.setItem('tabuleiro.budget', '1000'));
  for (const position of ['o=swap%3Doff&m=f3.e3.d5.e4.g5.e6.a1&n=7', 'o=players%3D3&m=e5.d4.f6.c3&n=4']) {
    const page = await stage.open(person, `/analyse/yavalath#${position}`);
    await page.locator('.engine-moves').first().waitFor();
    const widths = () =>
      page.locator('.engine-moves').evaluateAll((all) => all.map((one) => one.clientWidth || one.offsetWidth));
    await until(async () => (await widths()).filter((width) => width < 80), [], 'narrow moves');
    await page.close();
  }
  const page = await stage.open(person, '/');
  await page.getByRole('button', { name: 'Definições' }).click();
  const cut = await page.locator('.thirds select').evaluateAll((selects) =>
    selects
      .filter((select) => {
        const style = getComputedStyle(select);
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = style.font;
        const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        return pen.measureText(select.selectedOptions[0].textContent).width > room - 18; // its arrow
      })
      .map((select) => select.selectedOptions[0].textContent),
  );
  equal(cut, [], 'words of settings that are cut off');
}

// On phones the fields that games are searched by stand in three full rows.
async function searchInRows(stage) {
  const page = await stage.open(
    await stage.person({ ...kFinger, viewport: { width: 360, height: 640 } }),
    '/games/archive',
  );
  await page.locator('.search').waitFor();
  const [game, player, result, from, to] = await page
    .locator('.search .field')
    .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().bottom)));
  ok(game === result && from === to && player > game && from > player, `${[game, player, result, from, to]}`);
}

// Beside a clock, too, the name of the computer is whole, without a break within a word.
async function namesBesideClocks(stage) {
  const person = await stage.person({ ...kFinger, locale: 'pt-PT' });
  const seats = [{ who: 'me', name: 'Ana' }, { who: 'level:10' }];
  const { id } = await stage.table(person, { game: 'epaminondas', seats, clock: kClock });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.seat .clock').first().waitFor();
  for (const [width, height] of kSizes.filter(([wide]) => wide !== 640)) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    const broken = await page.locator('.seat .name').evaluateAll((names) =>
      names
        .filter((name) => {
          const pen = document.createElement('canvas').getContext('2d');
          pen.font = getComputedStyle(name).font;
          const widest = Math.max(...name.textContent.split(' ').map((word) => pen.measureText(word).width));
          return widest > name.clientWidth + 0.5 || name.scrollHeight > name.clientHeight + 1;
        })
        .map((name) => name.textContent),
    );
    equal(broken, [], `names at ${width}×${height}`);
  }
}

// Offers come unasked: they must not hide what one plays by.
async function offersCoverNothing(stage) {
  for (const size of [
    [360, 640],
    [844, 390],
    [390, 844],
  ]) {
    const [width, height] = size;
    const host = await stage.person();
    const seats = [{ who: 'me', name: 'Ana' }, { who: 'open' }];
    const made = await stage.table(host, { game: 'yavalath', seats, turns: [], clock: kClock });
    const joined = await stage.api('POST', `/api/tables/${made.id}/join`, { name: 'Rui' }, made.invites[0].token);
    const { token } = joined.body;
    const person = await stage.person({ viewport: { width, height }, ...kFinger });
    const page = await stage.open(person, `/g/${made.id}#seat=${token}`);
    await page.locator('.stage').waitFor();
    await whole(page);
    await stage.api('POST', `/api/tables/${made.id}/draw`, { answer: 'ask' }, made.token);
    await page.locator('.offer', { hasText: 'Ana offers a draw' }).waitFor();
    equal(await boardInSight(page), [], `an offer at ${size.join('×')}`);
    const covered = await page.evaluate(() => {
      const offer = document.querySelector('.offer').getBoundingClientRect();
      return [...document.querySelectorAll('.clock')].filter((one) => one.getBoundingClientRect().top < offer.bottom)
        .length;
    });
    equal(covered, 0, `clocks under an offer at ${size.join('×')}`);
    await fit(page, 'an offer');
  }
}

// Boards of study screens are as large as those in play.
async function studyBoards(stage) {
  for (const size of [
    [1440, 900],
    [1024, 768],
    [844, 390],
  ]) {
    const width = (page) =>
      page
        .locator('.stage .board .cell')
        .first()
        .evaluate((one) => one.getBoundingClientRect().width);
    const { page } = await table(stage, 'yavalath', size);
    const played = await width(page);
    const [w, height] = size;
    const other = await stage.open(
      await stage.person({ viewport: { width: w, height } }),
      '/analyse/yavalath#m=e5.d4&n=2',
    );
    await other.locator('.stage .board .cell').first().waitFor();
    for (const screen of ['/analyse/yavalath#m=e5.d4&n=2', '/learn/yavalath']) {
      await other.goto(stage.address + screen);
      await other.locator('.stage .board .cell').first().waitFor();
      await whole(other);
      const found = await width(other);
      ok(found >= played * 0.95, `${screen} at ${size.join('×')}: cells of ${found}, in play ${played}`);
      equal(await boardInSight(other), [], `${screen} at ${size.join('×')}`);
    }
  }
}

// What one needs to solve a task is in sight and under nothing else.
const needed = (page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.lessons:first-child [aria-current], .task, .feedback:not(:empty), .stage > .prompt, .lesson-task .button, .chips .chip',
      ),
    ]
      .filter((one) => {
        const { top, left, bottom, right } = one.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || !one.contains(over);
      })
      .map((one) => one.textContent),
  );

// A lesson or a puzzle is on one screen, open and solved.
// Is the grade of a puzzle that is not solved yet whole, above its task?
const gradeInSight = (page) =>
  page.evaluate(() => {
    const end = (selector) => document.querySelector(selector).getBoundingClientRect();
    const { bottom } = end('.lesson-text .hint');
    return bottom <= end('.lesson-text').bottom + 1 && bottom <= end('.lesson-task').top + 1;
  });

const tasksInSight = (size, locale) => async (stage) => {
  const [width, height] = size;
  const touch = width < 500 || height < 400 ? kFinger : {};
  const games = Object.keys(kTurns);
  const screens = ['/puzzles', ...games.flatMap((game) => [`/puzzles/${game}`, `/learn/${game}`])];
  const person = await stage.person({ viewport: { width, height }, locale, ...touch });
  const page = await stage.open(person, '/');
  for (const screen of screens) {
    const name = `${screen} at ${size.join('×')}, ${locale}`;
    await page.goto(stage.address + screen);
    await page.locator('.stage .board .cell').first().waitFor();
    await whole(page);
    equal(await boardInSight(page), [], name);
    equal(await needed(page), [], `${name}: out of sight`);
    if (screen.startsWith('/puzzles')) ok(await gradeInSight(page), `${name}: the grade`);
    if (/sixteen|eigen/.test(screen)) await fit(page, name); // those with most beside the board
    // The last of the small buttons before the link is the one that tells the answer.
    await page.locator('.lesson-task button').last().click();
    await page.locator('.feedback:not(:empty)').waitFor();
    await drawn(page);
    equal(await boardInSight(page), [], `${name}, solved`);
    equal(await needed(page), [], `${name}, solved: out of sight`);
  }
};

// The holes of a piece lie over what a lesson tells, never over its task or the board.
const lessonPegs = (size) => async (stage) => {
  const [width, height] = size;
  const page = await stage.open(await stage.person({ viewport: { width, height }, ...kFinger }), '/learn/eigenstate');
  const board = () => page.locator('.stage .board').evaluate((one) => one.getBoundingClientRect().top);
  await cellNamed(page, 'b1').waitFor();
  await whole(page);
  const before = await board();
  await cellNamed(page, 'b1').tap();
  await cellNamed(page, 'b2').tap();
  await page.locator('.peg-editor button:enabled').first().waitFor();
  equal(await boardInSight(page), [], 'the board');
  ok(await inWindow(page, '.peg-editor'), 'the holes are in sight');
  ok(await inWindow(page, '.stage > .prompt'), 'the prompt is in sight');
  ok(await inWindow(page, '.task'), 'the task is in sight');
  const covered = await page.evaluate(() => {
    const holes = document.querySelector('.peg-editor').getBoundingClientRect();
    const hits = [...document.querySelectorAll('.task, .stage > .prompt, .stage .board .cell')].filter((one) => {
      const box = one.getBoundingClientRect();
      return (
        box.left < holes.right - 1 &&
        box.right > holes.left + 1 &&
        box.top < holes.bottom - 1 &&
        box.bottom > holes.top + 1
      );
    });
    return hits.map((one) => one.dataset.cell ?? one.textContent);
  });
  equal(covered, [], 'under the holes');
  equal(await board(), before, 'the board has not moved');
  await fit(page, 'holes in a lesson');
};

// What is written on candidates stays in their rings.
const candidatesApart = (size) => async (stage) => {
  const [width, height] = size;
  const person = await stage.person({ viewport: { width, height } });
  await person.addInitScript(() => {
    if (location.protocol === 'about:') return;
    localStorage.setItem('tabuleiro.budget', '1000');
    localStorage.setItem('tabuleiro.lines', '10');
  });
  const page = await stage.open(person, '/analyse/yavalath#m=e5.d4&n=2');
  await thought(page);
  await page.locator('.stage .board .candidate.best').waitFor();
  await drawn(page);
  const faults = await page.evaluate(() => {
    const found = [];
    const texts = [...document.querySelectorAll('.stage .board .candidate text')].map((one) => [
      one.textContent,
      one.getBoundingClientRect(),
      one.parentNode.querySelector('.ring').getBoundingClientRect(),
      one,
    ]);
    for (const [words, box, ring, own] of texts) {
      const width = own.getBBox().width * own.getScreenCTM().a; // a box has the room for letters that go up or down, too
      const middle = (box.left + box.right) / 2;
      if (middle - width / 2 < ring.left - 1 || middle + width / 2 > ring.right + 1) found.push(`${words} is too wide`);
      if (box.top < ring.top - 3 || box.bottom > ring.bottom + 3) found.push(`${words} is too high`);
    }
    return [texts.length >= 5 ? '' : `only ${texts.length}`, ...found].filter(Boolean);
  });
  equal(faults, [], `candidates at ${size.join('×')}`);
};

// What is written on boards and beside them can be read: at least 11 pixels.
async function readable(stage) {
  for (const size of [
    [1440, 900],
    [844, 390],
    [360, 640],
  ]) {
    for (const game of Object.keys(kTurns)) {
      const { page } = await table(stage, game, size);
      if (game === 'epaminondas') await cellNamed(page, 'a1').click();
      const small = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('main *')]
            .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
            .filter((one) => one.getBoundingClientRect().width > 1)
            .map((one) => [
              one.textContent,
              Number.parseFloat(getComputedStyle(one).fontSize),
              one.getScreenCTM?.()?.a ?? 1,
            ])
            .filter(([, letters, scale]) => letters * scale < 10.9)
            .map(([text, letters, scale]) => `${text}: ${letters * scale}`)
            .slice(0, 3),
        );
      await until(small, [], `${game} at ${size.join('×')}: too small`);
      await page.context().close();
    }
  }
}

// The bar at the top and the cards of home, in the language with the longer words: no width between those of the
// other tests pushes the page sideways.
async function homeAtEveryWidth(stage) {
  const page = await stage.open(await stage.person({ locale: 'pt-PT' }));
  await page.locator('.game-card .board').nth(4).waitFor();
  for (let width = 360; width <= 900; width += 15) {
    await page.setViewportSize({ width, height: 500 });
    await until(() => page.evaluate(() => innerWidth), width, 'pixels');
    equal(await tooWide(page), 0, `at ${width} too wide by`);
  }
}

export default [
  ['boards of study screens are as large as in play', studyBoards],
  ...kSizes.map((size) => [`tasks of lessons and puzzles at ${size.join('×')}`, tasksInSight(size, 'en-GB')]),
  ...[kSizes[1], kSizes[3], kSizes[6]].map((size) => [
    `tasks of lessons and puzzles in Portuguese at ${size.join('×')}`,
    tasksInSight(size, 'pt-PT'),
  ]),
  ...kSizes.slice(2).map((size) => [`holes in a lesson at ${size.join('×')}`, lessonPegs(size)]),
  ...[kSizes[1], kSizes[2], kSizes[6]].map((size) => [`candidates at ${size.join('×')}`, candidatesApart(size)]),
  ['what is written is large enough', readable],
  ['home at every width', homeAtEveryWidth],
  ...kSizes.map((size) => [`the whole board at ${size.join('×')}`, wholeBoard(size)]),
  ['names at the edges of small and large boards', namesInSight],
  ['pegs by mouse take five clicks', pegsByMouse([1440, 900])],
  ['pegs by mouse take five clicks, zoomed', pegsByMouse([720, 450])],
  ['pegs by touch take six taps', pegsByTouch([390, 844])],
  ['pegs by touch take six taps, small', pegsByTouch([360, 640])],
  ['pegs by touch take six taps, sideways', pegsByTouch([844, 390])],
  ['pegs in two other pieces take six, with a drag', pegsAfterDrag([390, 844])],
  ['pegs in two other pieces take six taps unconfirmed', pegsUnconfirmed([390, 844])],
  ['pegs in two other pieces take six taps unconfirmed, small', pegsUnconfirmed([360, 640])],
  ['the tools of the editor beside the board', editorInSight],
  ['the link for a friend', linkInSight],
  ['room for words in Portuguese', roomForWords],
  ['searching games on a phone', searchInRows],
  ['names beside clocks', namesBesideClocks],
  ['offers cover no clock', offersCoverNothing],
];
