import type { Page } from 'playwright'

/** An event of the stream as it came to a page, and a row or banner as it was drawn there; epoch ms. */
type Arrived = { readonly at: number; readonly event: string; readonly rows: readonly Record<string, unknown>[] }
type Drawn = { readonly at: number; readonly where: 'row' | 'banner'; readonly text: string }

type Notes = { readonly arrived: Arrived[]; readonly drawn: Drawn[] }
declare global {
  var notes: Notes
}

/** Runs in the page before anything else: notes events of the stream when their bytes come, and what is drawn after the frame that shows it. */
const noteAll = () => {
  globalThis.notes = { arrived: [], drawn: [] }
  const { arrived, drawn } = globalThis.notes
  const follow = async (body: ReadableStream<Uint8Array>) => {
    let text = ''
    for await (const piece of body.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
      const at = Date.now()
      text += piece
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event = '', data = ''] = /^event: (alert|condition)\ndata: (.*)$/m.exec(text.slice(0, end)) ?? []
        text = text.slice(end + 2)
        if (event !== '') arrived.push({ at, event, rows: JSON.parse(data) as Record<string, unknown>[] })
      }
    }
  }
  const own = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (...input: Parameters<typeof fetch>) => {
    const response = await own(...input)
    if (response.body === null || !new URL(response.url).pathname.endsWith('/api/live')) return response
    const [one, other] = response.body.tee()
    void follow(other).catch(() => undefined)
    return new Response(one, { status: response.status, headers: response.headers })
  }

  const seen = new Set<Element>()
  const noteDrawn = () => {
    const texts = [...seen].map((element) => ({
      where: element.matches('tr, [role="row"]') ? ('row' as const) : ('banner' as const),
      text: element.textContent,
    }))
    seen.clear()
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      const at = Date.now()
      for (const one of texts) drawn.push({ ...one, at })
      port1.close()
    })
    port1.start()
    // Comes after the frame.
    port2.postMessage(null)
  }
  new MutationObserver((changes) => {
    const isFirst = seen.size === 0
    for (const { target, addedNodes } of changes)
      for (const node of addedNodes.length > 0 ? addedNodes : [target]) {
        const element = node instanceof Element ? node : node.parentElement
        const whole = element?.closest('tr, [role="row"], section[aria-label]')
        if (whole !== null && whole !== undefined) seen.add(whole)
        if (element !== null) for (const inner of element.querySelectorAll('tr, [role="row"], section[aria-label]')) seen.add(inner)
      }
    if (isFirst && seen.size > 0) requestAnimationFrame(noteDrawn)
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Has a page note what comes to it and what it draws, from its next address on. */
export const notePage = async (page: Page): Promise<void> => {
  await page.addInitScript(noteAll)
}

const patienceMs = 10_000

/**
 * The first thing that is drawn with all these words in it after a moment.
 * @returns undefined where it is not drawn within ten seconds
 */
export const findDrawn = async (page: Page, where: Drawn['where'], words: readonly string[], after: number): Promise<Drawn | undefined> => {
  try {
    const found = await page.waitForFunction(
      (wanted) =>
        globalThis.notes.drawn.find(
          ({ at, where: place, text }) => at >= wanted.after && place === wanted.where && wanted.words.every((word) => text.includes(word)),
        ),
      { where, words, after },
      { timeout: patienceMs, polling: 50 },
    )
    return await found.jsonValue()
  } catch {
    return undefined
  }
}

/** The first event after a moment with a row that has these values. */
export const findArrived = async (
  page: Page,
  event: string,
  values: Readonly<Record<string, unknown>>,
  after: number,
): Promise<{ readonly at: number; readonly row: Record<string, unknown> } | undefined> =>
  page.evaluate(
    (wanted) => {
      for (const { at, event: name, rows } of globalThis.notes.arrived) {
        if (at < wanted.after || name !== wanted.event) continue
        const row = rows.find((one) => Object.entries(wanted.values).every(([key, value]) => one[key] === value))
        if (row !== undefined) return { at, row }
      }
      return undefined
    },
    { event, values, after },
  )
