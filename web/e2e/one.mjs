// One test on its stage: what went wrong is told, and neither the test nor what it leaves behind can hang for ever.
const kLimit = 300_000; // only a hang takes so long

function inTime(work, name, limit) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took more than ${limit} ms`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What was wrong with some work, or null. */
export async function faultOf(work, name, limit = kLimit) {
  try {
    await inTime(work(), name, limit);
    return null;
  } catch (error) {
    return String(error.stack ?? error).replaceAll('\n', '\n  ');
  }
}

/** Runs one test and closes its stage; gives what was wrong, or null. */
export async function runOne([name, test], stage, limit = kLimit) {
  const work = async () => {
    await test(stage);
    stage.check();
  };
  const fault = await faultOf(work, name, limit);
  if (fault) await faultOf(() => stage.picture(name), `the picture of ${name}`, limit);
  const left = await faultOf(() => stage.close(), `the end of ${name}`, limit);
  return fault ?? left;
}
