declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  /** An S3 server for tests; it checks signatures against the key pair S3RVER, S3RVER. */
  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      /** Takes any signature. */
      readonly allowMismatchedSignatures?: boolean
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
