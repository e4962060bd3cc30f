import { setTimeout as after } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { contextOptions, launchOptions } from '../e2e/chromium.ts'
import { signIn } from './console.ts'
import { type Crowd, minuteOfReadings } from './fill.ts'
import type { Product } from './product.ts'
import { signInOnPage } from './sign-in-on-page.ts'

/** The last of the crowd press their buttons; the others send as ever. */
const callers = 100
const perSecond = 1_000
const patience = 10_000

const openAlerts = async (page: Page, url: string): Promise<void> => {
  await signInOnPage(page, { url })
  await page.goto(`${url}/alert/list?kind=emergency`)
  await page.getByRole('checkbox', { name: '自動更新' }).check()
  // Records in the page when a name is first painted with the list, by the clock that the bench reads too.
  await page.evaluate(() => {
    const seen = new Map<string, number>()
    Object.assign(globalThis, { seen })
    const look = () => {
      for (const [name] of document.body.innerText.matchAll(/計測\s太郎\d+/g)) {
        const key = name.replace(/\s/, '')
        if (!seen.has(key)) requestAnimationFrame(() => seen.set(key, Date.now()))
      }
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

const seenAt = async (page: Page, name: string): Promise<number> => {
  try {
    const handle = await page.waitForFunction((key) => (globalThis as unknown as { seen: Map<string, number> }).seen.get(key), name, {
      timeout: patience,
      polling: 100,
    })
    return (await handle.jsonValue()) ?? Number.POSITIVE_INFINITY
  } catch {
    // An alert that never shows counts as the worst.
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Milliseconds from a press of the call button leaving its sender to the alert being painted on an open list of alerts, one
 * after another, while the crowd sends 1,000 readings a second and each alert is queued for mail.
 */
export const alertOnScreenLatencies = async (product: Product, crowd: Crowd): Promise<number[]> => {
  const headers = await signIn(product)
  const send = async (readings: unknown[]) => {
    const answer = await fetch(`${product.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crowd.keyId}.${crowd.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }
  let isOver = false
  const crowdSends = async () => {
    const others = crowd.workers - callers
    const part = perSecond / 10
    for (let turn = 0, next = 0; !isOver; turn++, next += part) {
      void send(
        minuteOfReadings(
          Array.from({ length: part }, (_, n) => ((next + n) % others) + 1),
          new Date(),
          turn,
        ),
      )
      await after(100)
    }
  }
  const close = async (name: string) => {
    const list = await fetch(`${product.url}/api/HealthCondition/Alert?kind=emergency&limit=1000`, { headers })
    const { data } = (await list.json()) as { data: { id: number; fullName: string | null; handling: string }[] }
    for (const { id, fullName, handling } of data)
      if (fullName?.replace(/\s/, '') === name && handling !== 'closed')
        await fetch(`${product.url}/api/Alert/${id}/Close`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ outcome: 'falseAlarm' }),
        })
  }
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage({ ...contextOptions, viewport: { width: 1440, height: 900 } })
    await openAlerts(page, product.url)
    const sending = crowdSends()
    const latencies: number[] = []
    for (let worker = crowd.workers - callers + 1; worker <= crowd.workers; worker++) {
      const name = `計測太郎${worker}`
      const pressedAt = Date.now()
      const [reading] = minuteOfReadings([worker], new Date(), 0) as Record<string, unknown>[]
      await send([{ ...reading, call: true }])
      latencies.push((await seenAt(page, name)) - pressedAt)
      await close(name)
    }
    isOver = true
    await sending
    return latencies
  } finally {
    isOver = true
    await browser.close()
  }
}
