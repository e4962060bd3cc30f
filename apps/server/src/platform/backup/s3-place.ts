import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { listObjects, openBucket } from '../files/s3-bucket.ts'
import type { BackupPlace } from './backup-place.ts'

// S3 takes 10,000 parts of at least 5 MiB: 312 GiB.
const partBytes = 32 * 2 ** 20

/** Cuts bytes into pieces of the same size, except the last, which may be empty where it is the only one. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let length = 0
  let isFirst = true
  for await (const chunk of bytes) {
    chunks.push(chunk)
    length += chunk.length
    while (length >= partBytes) {
      const whole = Buffer.concat(chunks)
      yield whole.subarray(0, partBytes)
      isFirst = false
      chunks = [whole.subarray(partBytes)]
      length -= partBytes
    }
  }
  if (length > 0 || isFirst) yield Buffer.concat(chunks)
}

/**
 * Backups in a bucket of S3 or of a server that speaks like it. An object is whole or absent by itself; parts of an upload that
 * was broken off are no object, and a rule of the bucket removes them.
 * @param url `s3://bucket/prefix`; endpoint, region and credentials are in the usual variables of AWS
 * @param idleMs as `openBucket`
 */
export const createS3Place = (url: string, idleMs?: number): BackupPlace => {
  const bucket = openBucket(url, idleMs)
  const { client, placeOf } = bucket

  const writeParts = async (name: string, first: Buffer, rest: AsyncGenerator<Buffer>): Promise<number> => {
    const place = placeOf(name)
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
    const parts: CompletedPart[] = []
    let total = 0
    const upload = async (Body: Buffer) => {
      const PartNumber = parts.length + 1
      const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body }))
      parts.push({ PartNumber, ETag })
      total += Body.length
    }
    try {
      await upload(first)
      for await (const piece of rest) await upload(piece)
      await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts } }))
      return total
    } catch (error) {
      // Not every server can: then the bucket's own rule removes the parts.
      await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined)
      throw error
    }
  }

  return {
    describe: (name) => `${url.replace(/\/+$/, '')}/${name}`,
    list: () => listObjects(bucket),
    write: async (name, bytes) => {
      const pieces = piecesOf(bytes)
      const { value: first } = await pieces.next()
      if (first === undefined) return 0
      if (first.length === partBytes) return writeParts(name, first, pieces)
      await client.send(new PutObjectCommand({ ...placeOf(name), Body: first }))
      return first.length
    },
    read: async (name) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(placeOf(name)))
        return Body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand(placeOf(name)))
    },
    removeBroken: async () => undefined,
  }
}
