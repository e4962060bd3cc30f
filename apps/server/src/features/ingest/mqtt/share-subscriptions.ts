import type { MqttClient } from 'mqtt'
import type { Context } from '../../../platform/context.ts'
import { type BrokerKey, type KeyBook, noteSubscribed } from './broker-keys.ts'
import { subscribeTo, unsubscribeFrom } from './session-client.ts'
import { type ShareTopics, topicsOfAll, topicsOfKeys } from './shares.ts'
import { isNameOfApplication } from './topics.ts'

type Refused = { readonly readings: readonly string[] }

export type ShareOptions = { readonly context: Context; readonly shares: number; readonly share: number; readonly book: KeyBook }

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
 * @throws (the function) where every subscription to readings was refused, or the connection ended
 */
export const keepSubscriptions = ({ context, shares, share, book }: ShareOptions, client: MqttClient): (() => Promise<boolean>) => {
  const { log } = context
  const subscribed = new Set<string>()
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
    // Of one session for all, the keys' readings come by a subscription of their own.
    if (shares > 1 && keys.length > 0 && refused.size === keys.length) throw new Error('every subscription to readings was refused')
    keys.forEach(({ topicName }, index) => {
      if (!refused.has(topics.readings[index] ?? '')) subscribed.add(topicName)
    })
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
    await take(live.filter(({ topicName }) => !subscribed.has(topicName)))
    await unsubscribe([...subscribed].filter((name) => !names.has(name)))
    const fresh = live.filter(({ topicName, isSubscribed }) => subscribed.has(topicName) && !isSubscribed)
    return (await ask(noteSubscribed(context, shares, fresh).then(() => true))) ?? false
  }

  let turn: Promise<unknown> = Promise.resolve()
  return () => {
    const done = turn.then(() => (shares === 1 ? followAll() : followKeys()))
    turn = done.catch(() => undefined)
    return done
  }
}
