import { deviceTypeNames, gatewayTypeNames, kbn } from '@mimamori/contract'
import { type Route, route } from '../../platform/http/route.ts'

const choicesOf = (names: Readonly<Record<string, string>>) => {
  const data = Object.entries(names).map(([value, label]) => ({ value, label }))
  return { data, count: data.length }
}

/** What forms offer to choose from. */
export const kbnRoutes: readonly Route[] = [
  route(kbn.gatewayType, 'gateway', async () => choicesOf(gatewayTypeNames)),
  route(kbn.deviceType, 'device', async () => choicesOf(deviceTypeNames)),
]
