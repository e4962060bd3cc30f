import { pino } from 'pino'
import { migrate } from '../../src/platform/database/migrate.ts'

// A process that does nothing but bring the schema up to date, and says on standard output which migration it is in. It is there to be
// killed: `node migrate-process.ts URL`.
const [, , url = ''] = process.argv
await migrate({ url, log: pino({ base: null, timestamp: false }, pino.destination({ dest: 1, sync: true })) })
