import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3'
import { type FileStore, orFilesAway } from './file-store.ts'
import { listObjects, openBucket } from './s3-bucket.ts'

/**
 * Files in a bucket of S3 or of a server that speaks like it.
 * @param url as `openBucket`
 */
export const createS3Store = (url: string): FileStore => {
  const bucket = openBucket(url)
  const { client, placeOf } = bucket

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
    list: () => orFilesAway(async () => (await listObjects(bucket)).map(({ name }) => name)),
  }
}
