import type { Logger } from 'pino'
import type { Binaries } from './binaries.ts'
import { chooseEndpoint, clearEndpoint, endpointSettings, endpointUrl } from './endpoint.ts'
import type { Credentials } from './credentials.ts'
import { serverWrapper } from './helper-programs.ts'
import type { Home } from './home-folder.ts'
import { refuseOtherOwner } from './owner-lock.ts'
import { productDatabase, productRole } from './product-database.ts'
import { diskBytes, releaseReserve } from './reserve.ts'
import { durableSettings } from './settings.ts'
import { superviseServer } from './supervisor.ts'
import { clearRemains } from './take-over.ts'

export interface ClusterPlan {
  home: Home
  /** Real path of the cluster's folder. */
  clusterFolder: string
  binaries: Binaries
  credentials: Credentials
  settings: Readonly<Record<string, string>>
  tied: boolean
  log: Logger
  /** Of a second server in the same home: the names of its socket's folder and of its lock. */
  beside?: { socketFolder: string; lockName: string }
}

export interface RunningCluster {
  url: string
  adminUrl: string
  stop(): Promise<void>
}

/** Runs the server of a cluster in a home that this process owns; resolves when it accepts connections. */
export async function runCluster(plan: ClusterPlan): Promise<RunningCluster> {
  const { home, clusterFolder, binaries, credentials, settings, tied, log, beside } = plan
  const lockName = beside?.lockName
  const endpoint = await chooseEndpoint(home, beside?.socketFolder)
  const { stop } = await superviseServer(
    {
      binaries,
      clusterFolder,
      settings: { ...durableSettings(home.path, await diskBytes(home)), ...endpointSettings(endpoint), ...settings },
      user: home.user,
      wrapper: await serverWrapper(home, { tied, lockName }),
      log,
    },
    async () => {
      await refuseOtherOwner(home.path)
      await clearRemains({ home, clusterFolder, binaries, log, lockName })
      await releaseReserve(home, log)
      await clearEndpoint(endpoint, home)
    },
  )
  return {
    adminUrl: endpointUrl(endpoint, { name: 'postgres', password: credentials.postgres }, 'postgres'),
    url: endpointUrl(endpoint, { name: productRole, password: credentials.mimamori }, productDatabase),
    stop,
  }
}
