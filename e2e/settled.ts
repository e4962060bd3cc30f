import { expect, type Page } from '@playwright/test'

/** Waits until nothing moves any more. */
export const motionless = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    // What repeats for ever, such as the sign of an emergency, is no transition.
    const passing = () => document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    const frame = () => new Promise(requestAnimationFrame)
    do {
      await Promise.allSettled(passing().map((animation) => animation.finished))
      // A change of size or brightness is drawn in the frame after the one that observes it.
      await frame()
      await frame()
    } while (passing().length > 0)
  })

/** Waits until nothing moves or loads any more: a picture or an inspection before that is of something in between. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await motionless(page)
}

type Router = { readonly history: { readonly subscribers: ReadonlySet<unknown> } }

/** Waits until the console has taken a leader's home over: its router, which is there before, follows the history once it is drawn. */
export const untilTakenOver = (page: Page) =>
  page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = globalThis as { readonly __TSR_ROUTER__?: Router }
    return (router?.history.subscribers.size ?? 0) > 0
  })
