import type { Download } from '../exchange/download.ts'

/** Answers with a PDF as a file of that name, once it is recorded that it is taken. */
export const sendPdf = async ({ reply, record }: Download, fileName: string, bytes: Uint8Array): Promise<void> => {
  await record({ fileName })
  void reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="download.pdf"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
