// Pictures that the analysis saves: they have to look like the board.
import { bytesOf, saved } from './study.mjs';
import { equal, ok } from './support.mjs';

// The share of the points in the middle of a piece that have about its colour.
const shareOf = (page, png, { x, y, size, colour }) =>
  page.evaluate(
    async ([address, at]) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      const [left, top, side] = [at.x * image.width, at.y * image.height, at.size * image.width].map(Math.round);
      const { data } = pen.getImageData(left, top, side, side);
      const wanted = at.colour.match(/\d+/g).map(Number);
      let alike = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (wanted.every((part, j) => Math.abs(part - data[i + j]) < 48)) ++alike;
      }
      return alike / (side * side);
    },
    [`data:image/png;base64,${png.toString('base64')}`, { x, y, size, colour }],
  );

// Where a piece of a player is in the picture, from 0 to 1, and what it is painted with.
const pieceOf = (page, player) =>
  page.evaluate((number) => {
    const piece = document.querySelector(`.stage svg.board .piece.p${number}`);
    const [x, y] = piece
      .getAttribute('transform')
      .match(/-?[\d.]+/g)
      .map(Number);
    const { x: left, y: top, width, height } = piece.ownerSVGElement.viewBox.baseVal;
    const colour = getComputedStyle(piece.querySelector('.body')).fill;
    return { x: (x - 25 - left) / width, y: (y - 25 - top) / height, size: 50 / width, colour };
  }, player);

async function colouredPictures(stage) {
  for (const [theme, address] of [
    ['wood', 'yavalath#o=players=3&m=e5.d4.f6&n=3'],
    ['slate', 'eigenstate'],
    ['paper', 'epaminondas'],
    ['pattern', 'sixteen-stone#m=c3.b2&n=2'],
  ]) {
    const person = await stage.person();
    await person.addInitScript((name) => {
      localStorage.setItem('tabuleiro.board', name);
      localStorage.setItem('tabuleiro.engine', 'off'); // what it draws comes when it will
    }, theme);
    const page = await stage.open(person, `/analyse/${address}`);
    await page.getByText('Share and save').click();
    await page.locator('.stage svg.board .piece.p2').first().waitFor();
    const png = await bytesOf(await saved(page, 'Save PNG'));
    for (const player of address.includes('players=3') ? [1, 2, 3] : [1, 2]) {
      const share = await shareOf(page, png, await pieceOf(page, player));
      ok(share > 0.4, `${theme} ${address}: ${share} of a piece of player ${player}`);
    }
    // What stands beside the board stands on the page's paper.
    const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const paper = await shareOf(page, png, { x: 0, y: 0, size: 0.01, colour });
    equal(paper > 0.9, (await page.locator('.stage .tray').count()) > 0, `${address}: paper beside the board`);
  }
}

export default [['analysis: pictures have the colours of the players', colouredPictures]];
