import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'

export type Bucket = {
  readonly client: S3Client
  /** Where something of that name is. */
  readonly placeOf: (name: string) => { readonly Bucket: string; readonly Key: string }
  readonly bucketName: string
  /** Empty, or what every name in it begins with, with the slash at its end. */
  readonly prefix: string
}

/**
 * A bucket of S3 or of a server that speaks like it, or a part of one. Endpoint, region and credentials come from the usual
 * variables of AWS, which the client reads itself.
 * @param url `s3://bucket/prefix`
 * @param idleMs after so long without a byte a request is given up, and tried twice more
 */
export const openBucket = (url: string, idleMs = 120_000): Bucket => {
  const { hostname, pathname } = new URL(url)
  const folder = pathname.replace(/^\/+|\/+$/g, '')
  const prefix = folder === '' ? '' : `${folder}/`
  const client = new S3Client({
    // Understood by AWS and by every other server, whatever the bucket is called.
    forcePathStyle: true,
    // Many other servers do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: Math.min(idleMs, 10_000), socketTimeout: idleMs },
  })
  return { client, placeOf: (name) => ({ Bucket: hostname, Key: `${prefix}${name}` }), bucketName: hostname, prefix }
}

/** What is in the bucket directly under its prefix, with the size in bytes. */
export const listObjects = async ({ client, bucketName, prefix }: Bucket): Promise<{ name: string; bytes: number }[]> => {
  const found: { name: string; bytes: number }[] = []
  let next: string | undefined
  do {
    const answer = await client.send(new ListObjectsV2Command({ Bucket: bucketName, Prefix: prefix, ContinuationToken: next }))
    for (const { Key = '', Size = 0 } of answer.Contents ?? []) {
      const name = Key.slice(prefix.length)
      if (name !== '' && !name.includes('/')) found.push({ name, bytes: Size })
    }
    next = answer.NextContinuationToken
  } while (next !== undefined)
  return found
}
