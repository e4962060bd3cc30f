import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashPasswordHere } from '../secrets/password.ts'

/*
 * Hashes the passwords of files in a thread of its own: the threads in which Node hashes the passwords of those who sign
 * in, and reads files, stay free.
 */

const port = parentPort
if (port === null) throw new Error('hash-thread runs only as a thread of its own')

// Anyone who signs in comes first. Linux lowers the priority of the calling thread alone; elsewhere it would slow the
// whole process.
const hashingNiceness = 10
if (process.platform === 'linux') setPriority(0, hashingNiceness)

port.on('message', (secrets: readonly string[]) => port.postMessage(secrets.map(hashPasswordHere), []))
