import type { Context } from '../../src/platform/context.ts'
import { startEmbeddedBroker } from '../../src/features/ingest/mqtt/embedded-broker.ts'
import { connectExternalBroker } from '../../src/features/ingest/mqtt/external-broker.ts'
import { createReceiver } from '../../src/features/ingest/receive.ts'
import { Mosquitto } from './mosquitto.ts'
import { freePort } from './product.ts'

/** Where devices connect to, with a receiver behind it. */
export type TestBroker = { readonly url: string; readonly stop: () => Promise<void> }

/** The product's own broker, or a Mosquitto outside that anybody may connect to, whose files are in the folder. */
export const embeddedOrOutside = async (context: Context, place: 'embedded' | 'outside', folder: string): Promise<TestBroker> => {
  const { receive, drain } = createReceiver(context)
  if (place === 'embedded') {
    const { port, stop } = await startEmbeddedBroker(context, receive)
    return { url: `mqtt://127.0.0.1:${port}`, stop: async () => void (await Promise.all([stop(), drain()])) }
  }
  const mosquitto = new Mosquitto(await freePort(), folder)
  await mosquitto.start()
  const { stop } = connectExternalBroker(context, receive, mosquitto.url)
  return {
    url: mosquitto.url,
    stop: async () => {
      await stop()
      await drain()
      await mosquitto.stop()
    },
  }
}
