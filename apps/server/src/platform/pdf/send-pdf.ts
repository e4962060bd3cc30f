import type { FastifyReply } from 'fastify'

/** Answers with a PDF as a file of that name. */
export const sendPdf = (reply: FastifyReply, fileName: string, bytes: Uint8Array): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="download.pdf"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
