import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

// Turns off 3D graphics, which the browser would emulate on the CPU.
sparticuz.setGraphicsMode = false;

/** A real browser without a window. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await sparticuz.executablePath(),
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
