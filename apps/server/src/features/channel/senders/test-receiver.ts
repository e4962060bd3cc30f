import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ChannelContent, ChannelMessage } from '../../../shared/channels/channel-message.ts'
import { guardedFetch } from '../../../platform/outside/guarded-fetch.ts'
import { type Received, startReceiver } from '../../../shared/channels/test-receiver.ts'
import type { CallChannel, ChannelOutcome, ChannelSender, ChannelTarget } from './channel-sender.ts'

type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

/** A service on this machine that keeps what it receives, and answers as the test says. */
type TestReceiver = {
  readonly url: string
  readonly received: Received[]
  /** The answers to come; the last is repeated. */
  answers: Answer[]
  /** Calls as channels are called: through the guard, which lets this receiver alone through. */
  readonly call: CallChannel
  readonly close: () => Promise<void>
}

const startTestReceiver = async (): Promise<TestReceiver> => {
  const { host, received, state, close } = await startReceiver()
  const receiver: TestReceiver = {
    url: `http://${host}`,
    received,
    answers: [],
    call: async ({ url, method, headers, body }) => {
      const answer = await guardedFetch([host], url, { method, headers: { ...headers }, body })
      return { status: answer.status, headers: answer.headers, body: await answer.text() }
    },
    close,
  }
  state.reply = () => (receiver.answers.length > 1 ? receiver.answers.shift() : receiver.answers[0]) ?? { status: 200, body: '' }
  return receiver
}

/** 危険 of グエン on a roof, to a channel in Japanese. */
export const testMessage: ChannelMessage = {
  form: 'message',
  language: 'ja',
  kind: 'condition',
  occasion: 'opened',
  urgency: '危険',
  level: 3,
  emergency: false,
  drill: false,
  test: false,
  person: 'グエン',
  site: '東雲三丁目 物流施設新築工事',
  place: 'B工区 屋上 スラブ配筋・鉄筋班',
  reason: '体の負担が大きい状態が2分続いています',
  todo: '作業を止め、涼しい場所へ移してください。',
  at: '2026-07-20T13:38:00+09:00',
  clock: '13:38',
  url: 'https://mimamori.example/health-condition/detail?UserId=12&dayAlert=2026-07-20&timeAlert=13%3A38',
}

/** The receiver of a file's tests, empty at the beginning of each. */
export const testReceiver = (): { readonly current: TestReceiver } => {
  const used: { current: TestReceiver | undefined } = { current: undefined }
  beforeAll(async () => void (used.current = await startTestReceiver()))
  afterAll(() => used.current?.close())
  beforeEach(() => {
    used.current?.received.splice(0)
    if (used.current !== undefined) used.current.answers = []
  })
  return {
    get current() {
      if (used.current === undefined) throw new Error('no receiver before the tests')
      return used.current
    },
  }
}

export const deliveredAt = new Date('2026-07-20T13:38:02+09:00')

/** Sends a message to the receiver as the job of channels does, and says what its answers mean. */
export const deliver = async (
  sender: ChannelSender,
  content: ChannelContent,
  target: Omit<ChannelTarget, 'url'> & { readonly path?: string },
  { url, call }: TestReceiver,
): Promise<ChannelOutcome[]> => {
  const opened = { ...target, url: `${url}${target.path ?? ''}` }
  const pass = await sender.authorise?.(opened, call, deliveredAt)
  const outcomes: ChannelOutcome[] = []
  for (const request of sender.requestsOf(content, opened, { deliveryId: '1/42', at: deliveredAt, token: pass?.token ?? '' }))
    outcomes.push(sender.outcomeOf(await call(request), deliveredAt))
  return outcomes
}
