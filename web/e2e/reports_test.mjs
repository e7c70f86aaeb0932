// The lab's reports: pages of their own, found from the help, wherever the page stands.
import { kept, serveFolder } from './folder.mjs';
import { equal, fitEverywhere, ok, tooWide } from './support.mjs';

const kGames = ['Eigenstate', 'Sixteen Stone', 'Yavalath', 'Epaminondas'];

const link = (page, name) => page.getByRole('link', { name, exact: true });

// A report with its looks, in both languages.
async function readReport(page, game) {
  await page.getByRole('heading', { level: 1, name: game }).waitFor();
  const room = await page.locator('main').evaluate((main) => getComputedStyle(main).maxWidth);
  equal(room, '1180px', 'its style has come');
  equal(await tooWide(page), 0, 'too wide by');
  await link(page, 'Em português').click();
  await page.locator('html[lang=pt] h1').waitFor();
  await link(page, 'In English').click();
  await page.locator('html[lang=en] h1').waitFor();
}

async function allReports(page, name) {
  await link(page, 'Reports on the games').click();
  await page.getByRole('heading', { name: 'Reports on the games' }).waitFor();
  await link(page, kGames.at(-1)).waitFor();
  await fitEverywhere(page, name);
  const list = page.url();
  for (const game of kGames) {
    // A link is a real one: what it shows is where it leads.
    const href = await link(page, game).evaluate((one) => one.href);
    ok(/\/report-[a-z-]+\.en\.html$/.test(href), href);
    await link(page, game).click();
    await page.waitForURL(href);
    await readReport(page, game);
    await link(page, 'Tabuleiro').click();
    await page.getByRole('link', { name: `${game}: Play the computer` }).waitFor();
    await page.goto(list);
    await link(page, game).waitFor();
  }
}

async function atServer(stage) {
  await allReports(await stage.open(await stage.person(), '/help'), 'reports');
}

// A report that was read is there without a network, too.
async function inFolder(stage) {
  const host = await serveFolder(stage);
  const page = await stage.open(await stage.person({ serviceWorkers: 'allow' }), '?/help', { at: host.address });
  await kept(page);
  await allReports(page, 'reports of a folder');
  await link(page, 'Yavalath').click();
  await page.getByRole('heading', { level: 1, name: 'Yavalath' }).waitFor();
  stage.expected.push(/net::ERR_/);
  await host.cut();
  await page.reload();
  await readReport(page, 'Yavalath');
}

export default [
  ['reports of the lab', atServer],
  ['reports of the lab in a folder of any host', inFolder],
];
