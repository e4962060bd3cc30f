import type { Config } from '../config/config.ts'

type HeaderConfig = Pick<Config, 'tlsCert' | 'publicUrl' | 'tileUrl'>

/** Whether browsers reach the product by HTTPS: it speaks TLS itself, or the proxy in front of it does. */
const isSecure = ({ tlsCert, publicUrl }: HeaderConfig) => tlsCert !== undefined || (publicUrl?.startsWith('https:') ?? false)

/** Where the console may load things from, for helmet. antd and the maps set styles inline; scripts never are. */
export const securityHeaders = (config: HeaderConfig) => {
  const tiles = config.tileUrl === undefined ? [] : [new URL(config.tileUrl).origin]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The reader of QR codes is WebAssembly, where the browser has none of its own (decisions/0126).
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
        connectSrc: ["'self'", ...tiles],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // On plain HTTP a browser ignores these two, the one silently and the other with a warning on every page.
    hsts: isSecure(config) ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: isSecure(config),
    xFrameOptions: { action: 'deny' as const },
  }
}

/**
 * What an answer in JSON says in place of the policies for pages, which are a kilobyte: it is no page, and nothing may make it one. On a
 * phone's slow line a dozen of them come before the first screen.
 */
export const dataPolicy = "default-src 'none';frame-ancestors 'none'"

const used = [
  'autoplay',
  'camera',
  'clipboard-write',
  'fullscreen',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
]
const unused = [
  'accelerometer',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** What of a device the console uses (sound, the camera for QR codes, the clipboard, passkeys, a screen that stays awake), and what nobody may on its pages. */
export const permissionsPolicy = [...used.map((name) => `${name}=(self)`), ...unused.map((name) => `${name}=()`)].join(', ')
