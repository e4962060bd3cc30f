/** The documents of the package beside `docs`, by their path in the sources. */
export const shippedDocuments = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'GLOSSARY.md', 'decisions', 'ops']

/** Whether a source is of tests or of the demo, which nobody runs from an installed package. */
export const isOfTests = (path: string): boolean => /\.test\.ts$|\/test-[^/]+\.ts$|\/src\/demo$/.test(path)

/** Whether a page of `docs` is shipped: the links between pages hold; pictures and measurements are for those who have the sources. */
export const isShippedPage = (path: string): boolean =>
  path.endsWith('.md') ? !path.includes('/measurements/') : /\/docs(\/operate)?$/.test(path)
