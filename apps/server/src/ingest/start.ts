import type { Context } from '../platform/context.ts'
import type { Readiness } from '../platform/health.ts'
import type { Route } from '../platform/route.ts'
import { startEmbeddedBroker } from './embedded-broker.ts'
import { connectExternalBroker } from './external-broker.ts'
import { createReceiver } from './receive.ts'
import { ingestRoutes } from './routes.ts'

export type Ingestion = {
  readonly routes: Route[]
  readonly readiness: Readiness
  /** The port of the embedded broker, where there is one. */
  readonly mqttPort: number | null
  /** Takes no more, and waits for what is under way. */
  readonly stop: () => Promise<void>
}

/** Opens the ways in: HTTP, and MQTT through the embedded broker or as a client of one outside. */
export const startIngest = async (context: Context): Promise<Ingestion> => {
  const { config } = context
  const { receive, drain } = createReceiver(context)
  const routes = ingestRoutes(receive)
  if (config.mqttUrl === undefined && config.mqttPort === 0) return { routes, readiness: {}, mqttPort: null, stop: drain }
  const broker =
    config.mqttUrl === undefined ? await startEmbeddedBroker(context, receive) : await connectExternalBroker(context, receive, config.mqttUrl)
  return {
    routes,
    readiness: { broker: broker.isConnected },
    mqttPort: config.mqttUrl === undefined ? broker.port : null,
    stop: async () => {
      await broker.stop()
      await drain()
    },
  }
}
