import { getDocumentProxy, extractText } from 'unpdf'

/** What a PDF says, page by page, and how large its pages are (pt, width and height). */
export const readPdf = async (bytes: Uint8Array) => {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document, { mergePages: false })
  const sizes: [number, number][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 })
    sizes.push([Math.round(width), Math.round(height)])
  }
  const { info } = (await document.getMetadata()) as { info: { Title?: string } }
  return { pages: text, text: text.join('\n'), sizes, title: info.Title }
}
