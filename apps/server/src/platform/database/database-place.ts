import pg from 'pg'
import { readDatabaseHosts } from './database-hosts.ts'

const usualPort = 5_432

/**
 * The address of a database as it may be shown: hosts or the folder of a socket, and the database, neither user nor password.
 * @throws Error with one line for the operator where it is none
 */
export const placeOfDatabase = (url: string): string => {
  // The driver knows where a host may be written, such as in the query; a client connects only when it is asked to.
  const clients = readDatabaseHosts(url).map((host) => new pg.Client({ connectionString: host.url }))
  const hosts = clients.map(({ host, port }) => (port === usualPort || host.startsWith('/') ? host : `${host}:${port}`))
  return `${hosts.join(',')}/${clients[0]?.database ?? ''}`
}
