import { z } from 'zod'
import { readProxies } from '../traffic/proxies.ts'
import { readableFile, webAddress, wholeNumber } from './forms.ts'
import type { Variables } from './variable.ts'

/** The address of this computer alone. */
export const loopback = '127.0.0.1'

const proxyList = z
  .string()
  .refine((text) => readProxies(text) !== undefined, 'プロキシのアドレスか範囲（10.0.0.0/8 など）をカンマで区切って並べてください。')

/** Where the product is reached, and by what it is encrypted. */
export const listeningVariables = {
  PORT: { schema: wholeNumber(0, 65_535), default: '8080', comment: 'The port of HTTP, or of HTTPS with TLS_CERT.' },
  HOST: {
    // The name means two addresses, of which the second would be served by another server.
    schema: z
      .string()
      .transform((host) => (host === 'localhost' ? loopback : host))
      .optional(),
    absent: 'this computer alone (127.0.0.1), with TLS_CERT every address (0.0.0.0)',
    example: '0.0.0.0',
    comment: 'The address that HTTP and the embedded broker listen on.',
  },
  PUBLIC_URL: {
    schema: webAddress,
    absent: 'mails and notices have no links',
    example: 'https://mimamori.example',
    comment: 'The address that people use.',
  },
  TLS_CERT: {
    schema: readableFile,
    absent: 'no HTTPS, until a proxy in front speaks it',
    example: '/etc/mimamori/tls/fullchain.pem',
    comment: 'The certificate (PEM, with its chain) for HTTPS and for MQTT over TLS. A new one needs a restart.',
  },
  TLS_KEY: {
    schema: readableFile,
    absent: 'no HTTPS, until a proxy in front speaks it',
    example: '/etc/mimamori/tls/privkey.pem',
    comment: 'The key of TLS_CERT (PEM). The user of the service must be able to read it.',
  },
  TRUSTED_PROXIES: {
    schema: proxyList,
    default: 'loopback',
    comment: 'Your proxies, whose X-Forwarded-For is believed: addresses, ranges (10.1.0.0/16), loopback, uniquelocal, by commas.',
  },
} satisfies Variables
