type Page<Row> = { readonly data: readonly Row[]; readonly count: number }

/** Reads all rows of a list, page after page. */
export const allPages = async <Row>(read: (offset: number) => Promise<Page<Row>>): Promise<Row[]> => {
  const rows: Row[] = []
  for (;;) {
    const { data, count } = await read(rows.length)
    rows.push(...data)
    // A list that shrinks meanwhile has an empty page at its end.
    if (data.length === 0 || rows.length >= count) return rows
  }
}
