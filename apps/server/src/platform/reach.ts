import type { Settings } from './config/config.ts'
import { readProxies } from './traffic/proxies.ts'

const isLoopback = readProxies('loopback') ?? (() => false)

/** What the operator should know of who reaches a product that speaks no TLS; undefined where it does. */
export const describeReach = ({ host, tlsCert }: Pick<Settings, 'host' | 'tlsCert'>): string | undefined => {
  if (tlsCert !== undefined) return undefined
  return isLoopback(host)
    ? 'TLSがないので、このコンピューターからの接続だけを受け付けています。ほかの端末から使うには、TLS_CERT と TLS_KEY を設定するか、HTTPSのプロキシを前に置いてください。'
    : `TLSがないまま、ほかの端末からの接続も受け付けています（HOST=${host}）。暗号化されないので、信頼できるネットワークの中だけで使うか、HTTPSのプロキシを前に置いてください。`
}
