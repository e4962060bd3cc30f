import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { readConfig } from './platform/config/config.ts'
import { loadVariableFiles } from './platform/config/variable-files.ts'

/**
 * The health check of a container: ends with 0 where the product of this container is ready. Its certificate is made out to another
 * name than that of the loopback.
 */
const patienceMs = 5_000

loadVariableFiles()
const { port, tlsCert } = readConfig()
const options = { host: '127.0.0.1', port, path: '/readyz', timeout: patienceMs, rejectUnauthorized: false }
const request = (tlsCert === undefined ? requestHttp : requestHttps)(options, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1)
})
request.on('timeout', () => request.destroy(new Error('no answer')))
request.on('error', () => process.exit(1))
request.end()
