import { afterAll } from 'vitest'
import { startRecording, writeRecordings } from './test-row-recorder.ts'

// A setup file of vitest's, run before each file of tests. The folder is named where somebody compares what is recorded there.
const folder = process.env['ROW_TYPES']
if (folder !== undefined) {
  startRecording()
  afterAll(() => writeRecordings(folder))
}
