import { Zip, ZipPassThrough } from 'fflate'

/** A file of an archive; `path` is relative, `chunks` are read when its turn comes. */
export interface ZipFile {
  readonly path: string
  readonly chunks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/**
 * A ZIP archive as chunks, written while they are read: the next chunk of a file is read when the last one was taken.
 * Files are stored, not compressed, since most are compressed already.
 */
export async function* writeZip(files: readonly ZipFile[], modified: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((err, chunk) => {
    failure = err
    ready.push(chunk)
  })
  function* written(): Generator<Uint8Array> {
    if (failure !== null) throw failure
    yield* ready.splice(0)
  }
  for (const { path, chunks } of files) {
    const entry = new ZipPassThrough(path)
    entry.mtime = modified
    zip.add(entry)
    for await (const chunk of chunks()) {
      entry.push(chunk)
      yield* written()
    }
    entry.push(new Uint8Array(0), true)
    yield* written()
  }
  zip.end()
  yield* written()
}
