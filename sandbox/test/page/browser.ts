import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

// Turns off 3D graphics, which the browser would emulate on the CPU.
sparticuz.setGraphicsMode = false;

const UNPACK = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";

/** The package unpacks into the folder for temporary files. */
const unpackInto = async (folder: string): Promise<void> => {
  const env = { ...process.env, TMPDIR: folder };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], { env });
};

/**
 * Unpacks the browser into a folder that is not there yet. The package takes a file that another process is
 * still writing for the browser; a whole folder gets its name at once: the first to finish.
 * @returns the browser's file
 */
export const unpackedIn = async (folder: string, unpack = unpackInto): Promise<string> => {
  if (!existsSync(folder)) {
    const own = await mkdtemp(`${folder}-`);
    await unpack(own);
    try {
      await rename(own, folder);
    } catch (error) {
      await rm(own, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'chromium');
};

/** A real browser without a window. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await unpackedIn(join(tmpdir(), 'bandeja-browser')),
    args: [...sparticuz.args, '--no-sandbox', '--disable-background-networking'],
    headless: true,
  });

/** Opens the page at a URL in a new context. An error that the page throws fails the test. */
export const visit = async (browser: Browser, url: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const thrown: Error[] = [];
  page.on('pageerror', (error) => thrown.push(error));
  onTestFinished(async () => {
    await page.close();
    if (thrown.length > 0) throw new AggregateError(thrown, 'the page threw');
  });
  await page.goto(url);
  await page.getByTestId('composer').waitFor();
  return page;
};

/** The message that contains these words, once it is there. */
export const messageWith = async (page: Page, words: string) => {
  const message = page.getByTestId('message').filter({ hasText: words });
  await message.waitFor();
  return message;
};

/** Switches to another person, by username. */
export const become = async (page: Page, username: string): Promise<void> => {
  await page.getByTestId('identity').click();
  await page.locator(`[role=menuitemradio][data-person=${username}]`).click();
  await page.locator(`[data-testid=identity][data-person=${username}]`).waitFor();
};
