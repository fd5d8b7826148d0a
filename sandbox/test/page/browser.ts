import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

// Pages are drawn without the 3D graphics that it would emulate on the processor.
sparticuz.setGraphicsMode = false;

/** A real browser without a window. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...sparticuz.args, '--no-sandbox', '--disable-background-networking'],
    headless: true,
  });

/** The page at an address, opened for the first time; whatever it throws fails the test. */
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

/** The message whose text has these words in it, once it is there. */
export const messageWith = async (page: Page, words: string) => {
  const message = page.getByTestId('message').filter({ hasText: words });
  await message.waitFor();
  return message;
};

/** Becomes somebody else, by username. */
export const become = async (page: Page, username: string): Promise<void> => {
  await page.getByTestId('identity').click();
  await page.locator(`[role=menuitemradio][data-person=${username}]`).click();
  await page.locator(`[data-testid=identity][data-person=${username}]`).waitFor();
};
