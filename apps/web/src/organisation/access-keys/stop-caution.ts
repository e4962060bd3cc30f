/** What is said before an ingest key is stopped for good. */
export const stopCaution = (name: string, isUsed: boolean): string => {
  const used = isUsed ? 'このキーで送っている機器のデータは、すぐに届かなくなります。' : 'まだ使われていないキーです。'
  return `「${name}」を止めます。${used}\n止めたキーは、元に戻せません。これまでの測定値とアラートの記録は残ります。`
}
