import { z } from 'zod'
import type { Variables } from './variable.ts'

const text = z.string().optional()

/** Variables that Node, a library or a command beside the product reads, and that an operator may set all the same. */
export const elsewhereVariables = {
  NODE_EXTRA_CA_CERTS: {
    schema: text,
    absent: 'the authorities that Node knows',
    example: '/etc/mimamori/tls/authority.pem',
    comment: 'Certificates (PEM) of an authority of your own that signed those of broker, database, mail server, S3 or single sign-on.',
  },
  AWS_ENDPOINT_URL: {
    schema: text,
    absent: 'Amazon S3',
    example: 'https://s3.example',
    comment: 'The S3 service of FILES_URL and BACKUP_DIR.',
  },
  AWS_REGION: { schema: text, absent: 'none', example: 'ap-northeast-1', comment: 'The region of that S3 service.' },
  AWS_ACCESS_KEY_ID: { schema: text, absent: 'none', example: 'ID', comment: 'The ID of a key for that S3 service.' },
  AWS_SECRET_ACCESS_KEY: { schema: text, absent: 'none', example: 'SECRET', comment: 'The secret of that key.' },
} satisfies Variables
