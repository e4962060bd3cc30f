import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { type FileStore, orFilesAway } from './file-store.ts'

/**
 * Files in a bucket of S3 or of a server that speaks like it. Endpoint, region and credentials come from the usual
 * variables of AWS, which the client reads itself.
 * @param url `s3://bucket/prefix`
 */
export const createS3Store = (url: string): FileStore => {
  const { hostname: Bucket, pathname } = new URL(url)
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  const placeOf = (key: string) => ({ Bucket, Key: prefix === '' ? key : `${prefix}/${key}` })
  const client = new S3Client({
    // Understood by AWS and by every other server, whatever the bucket is called.
    forcePathStyle: true,
    // Many other servers do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  return {
    put: (key, path, type) =>
      orFilesAway(async () => {
        const { size } = await stat(path)
        const content = { Body: createReadStream(path), ContentLength: size, ContentType: type }
        await client.send(new PutObjectCommand({ ...placeOf(key), ...content }))
      }),
    get: (key) =>
      orFilesAway(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand(placeOf(key)))
          return Body as Readable
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined
          throw error
        }
      }),
    delete: (key) =>
      orFilesAway(async () => {
        await client.send(new DeleteObjectCommand(placeOf(key)))
      }),
  }
}
