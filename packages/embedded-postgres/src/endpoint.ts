import { createServer } from 'node:net'
import { chmod, chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from './home-folder.ts'

/** Where the server listens: fixed for the whole life of this process, so that URLs stay valid. */
export type Endpoint = { socketFolder: string } | { port: number }

// The port is part of a socket's file name; it is no TCP port.
const socketName = '.s.PGSQL.5432'
// sockaddr_un holds 108 bytes on Linux and 104 on macOS, with the final zero.
const longestSocketPath = 103

/**
 * A Unix socket inside the database home, since it needs no free port and is closed to other
 * users; 127.0.0.1 with a free port on Windows and where the path is too long for a socket.
 */
export async function chooseEndpoint(home: Home, folder = 'run'): Promise<Endpoint> {
  const socketFolder = join(home.path, folder)
  const length = Buffer.byteLength(join(socketFolder, socketName))
  if (process.platform === 'win32' || length > longestSocketPath) return { port: await freePort() }
  return { socketFolder }
}

/** Makes the socket's folder new: a dead server's lock in it may name a pid that is in use again. */
export async function clearEndpoint(endpoint: Endpoint, home: Home): Promise<void> {
  if ('port' in endpoint) return
  await rm(endpoint.socketFolder, { recursive: true, force: true })
  await mkdir(endpoint.socketFolder)
  await chmod(endpoint.socketFolder, 0o700)
  if (home.user) await chown(endpoint.socketFolder, home.user.uid, home.user.gid)
}

/** The connection URL; contains the password. */
export function endpointUrl(endpoint: Endpoint, role: { name: string; password: string }, database: string): string {
  const place = 'port' in endpoint ? `127.0.0.1:${endpoint.port}` : encodeURIComponent(endpoint.socketFolder)
  return `postgresql://${role.name}:${encodeURIComponent(role.password)}@${place}/${database}`
}

/** The server's settings for that endpoint. */
export function endpointSettings(endpoint: Endpoint): Record<string, string> {
  if ('port' in endpoint) {
    return { listen_addresses: '127.0.0.1', port: String(endpoint.port), unix_socket_directories: '' }
  }
  return {
    listen_addresses: '',
    port: '5432',
    // A comma would separate folders, so the path is quoted as an SQL identifier is.
    unix_socket_directories: `"${endpoint.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening, failed) => {
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', listening)
  })
  const address = probe.address()
  await new Promise((closed) => probe.close(closed))
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1')
  return address.port
}
