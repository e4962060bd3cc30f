import type { MqttClient } from 'mqtt'
import type { Context } from '../../../platform/context.ts'
import { type BrokerKey, type KeyBook, noteRefusedTopics, noteSubscribed } from './broker-keys.ts'
import { subscribeTo, unsubscribeFrom } from './session-client.ts'
import { type ShareTopics, topicsOfAll, topicsOfKeys } from './shares.ts'
import { isNameOfApplication } from './topics.ts'

type Refused = { readonly readings: readonly string[] }

export type ShareOptions = { readonly context: Context; readonly shares: number; readonly share: number; readonly book: KeyBook }

const retryRefusedMs = 60_000

/** Subscribes a session to what devices send and answer. Answers which subscriptions to readings were refused. */
const subscribe = async ({ log }: Context, client: MqttClient, { readings, answers }: ShareTopics): Promise<Refused> => {
  const refused = await subscribeTo(client, readings)
  if (refused.length > 0) log.error({ topic: refused[0], refused: refused.length }, 'the MQTT broker refused the subscription to readings')
  // A broker's access list from before there were commands must not stop the readings.
  const [unheard] = await subscribeTo(client, answers)
  if (unheard !== undefined) log.error({ topic: unheard }, 'the MQTT broker refused the subscription to answers of devices')
  return { readings: refused }
}

/**
 * Keeps the subscriptions of one connection in step with the keys of its share.
 * @returns a function that brings them up to date; false where the database did not answer everything, and has to be
 * asked again: subscriptions stay as they are
 * @param retryMs after which an application that the broker refused is tried again: a customer named it, and no other waits for it
 * @throws (the function) where the subscription to every key's readings was refused, or the connection ended
 */
export const keepSubscriptions = (
  { context, shares, share, book }: ShareOptions,
  client: MqttClient,
  retryMs = retryRefusedMs,
): (() => Promise<boolean>) => {
  const { log } = context
  const subscribed = new Set<string>()
  const refusedApplications = new Set<string>()
  let retry: NodeJS.Timeout | undefined
  let isAllSubscribed = false

  /** What all keys send, and of ChirpStack the applications that are claimed: a broker may carry thousands of others. */
  const followAll = async (): Promise<boolean> => {
    if (!isAllSubscribed && (await subscribe(context, client, topicsOfAll)).readings.length > 0)
      throw new Error('the subscription to readings was refused')
    isAllSubscribed = true
    return followKeys(({ topicName }) => isNameOfApplication(topicName))
  }

  const take = async (keys: readonly BrokerKey[]): Promise<void> => {
    const topics = topicsOfKeys(keys.map(({ topicName }) => topicName))
    const refused = new Set((await subscribe(context, client, topics)).readings)
    const isRefused = new Set(keys.filter((_, index) => refused.has(topics.readings[index] ?? '')))
    for (const key of keys) if (!isRefused.has(key)) subscribed.add(key.topicName)
    const [applications, own] = [true, false].map((wanted) => keys.filter(({ topicName }) => isNameOfApplication(topicName) === wanted))
    await noteApplications(applications ?? [], isRefused)
    // Of one session for all, the keys' readings come by a subscription of their own.
    if (shares > 1 && own !== undefined && own.length > 0 && own.every((key) => isRefused.has(key)))
      throw new Error('every subscription to readings was refused')
  }

  const noteApplications = async (applications: readonly BrokerKey[], isRefused: ReadonlySet<BrokerKey>): Promise<void> => {
    if (applications.length === 0) return
    for (const application of applications) if (isRefused.has(application)) refusedApplications.add(application.topicName)
    await ask(noteRefusedTopics(context, applications, (application) => isRefused.has(application)))
    if (refusedApplications.size === 0) return
    retry ??= setTimeout(() => {
      retry = undefined
      refusedApplications.clear()
      // A connection that has ended meanwhile is noticed where it is read.
      if (client.connected) void update().catch(() => undefined)
    }, retryMs).unref()
  }

  const unsubscribe = async (names: readonly string[]): Promise<void> => {
    const { readings, answers } = topicsOfKeys(names)
    await unsubscribeFrom(client, [...readings, ...answers])
    for (const name of names) subscribed.delete(name)
  }

  /** What the database answers; undefined where it does not. */
  const ask = <Answer>(question: Promise<Answer>): Promise<Answer | undefined> =>
    question.catch((error: Error) => {
      log.warn({ reason: error.message, share }, 'the MQTT session cannot follow the keys just now')
      return undefined
    })

  const followKeys = async (isFollowed: (key: BrokerKey) => boolean = () => true): Promise<boolean> => {
    const keys = await ask(book.keysOf(share))
    if (keys === undefined) return false
    const live = keys.filter((key) => key.isLive && isFollowed(key))
    const names = new Set(live.map(({ topicName }) => topicName))
    await take(live.filter(({ topicName }) => !subscribed.has(topicName) && !refusedApplications.has(topicName)))
    await unsubscribe([...subscribed].filter((name) => !names.has(name)))
    const fresh = live.filter(({ topicName, isSubscribed }) => subscribed.has(topicName) && !isSubscribed)
    return (await ask(noteSubscribed(context, shares, fresh).then(() => true))) ?? false
  }

  let turn: Promise<unknown> = Promise.resolve()
  const update = (): Promise<boolean> => {
    const done = turn.then(() => (shares === 1 ? followAll() : followKeys()))
    turn = done.catch(() => undefined)
    return done
  }
  return update
}
