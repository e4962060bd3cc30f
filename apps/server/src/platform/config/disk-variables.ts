import { z } from 'zod'
import { faultOfDatabaseUrl } from '../database/database-hosts.ts'
import { isPlaceOfFiles, wholeNumber } from './forms.ts'
import type { Variables } from './variable.ts'

const databaseAddress = z
  .string()
  .superRefine((text, { addIssue }) => {
    const fault = faultOfDatabaseUrl(text)
    if (fault !== undefined) addIssue({ code: 'custom', message: fault })
  })
  .optional()

const filesAddress = z.string().refine(isPlaceOfFiles, 's3://バケット/… または file:///… の形にしてください。').optional()

/** Where this machine keeps what, and how much of its disk stays free. Commands beside the product read these alone. */
export const diskVariables = {
  DATA_DIR: {
    schema: z.string(),
    default: './data',
    comment: `The folder of the embedded database, the uploaded files and the secret that signs sessions.
Another folder than the service's own must belong to the user mimamori and be allowed: ReadWritePaths (docs/install.md).`,
  },
  DATABASE_URL: {
    schema: databaseAddress,
    absent: 'the PostgreSQL that the product brings, in DATA_DIR',
    example: 'postgresql://mimamori:PASSWORD@db1:5432,db2:5432/mimamori?sslmode=verify-full',
    comment:
      "A PostgreSQL of your own, version 15 or later; several hosts by commas where a standby may take over.\nDebian's on this machine (docs/install.md): postgresql://mimamori@/mimamori?host=/var/run/postgresql.",
  },
  FILES_URL: {
    schema: filesAddress,
    absent: 'DATA_DIR/files',
    example: 's3://bucket/prefix',
    comment: `Where uploaded files are kept: file:///… or s3://bucket/prefix. Several processes need one place.
A folder outside DATA_DIR must be allowed to the service: ReadWritePaths (docs/install.md).`,
  },
  DISK_FLOOR_MB: {
    schema: wholeNumber(0, 10_000_000),
    default: '1024',
    comment: 'With fewer free megabytes than this, uploads and large files are refused; what comes from devices is not. 0 for no floor.',
  },
} satisfies Variables
