import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BaseFilesystem, ERRNO_CODES, type FsStats } from '@electric-sql/pglite/basefs'

interface FileNode {
  readonly kind: 'file'
  mode: number
  bytes: Uint8Array
  /** Bytes in use; the rest of `bytes` is room to grow. */
  size: number
  /** `bytes` belong to the snapshot and are copied before the first write. */
  isShared: boolean
}
interface FolderNode {
  readonly kind: 'folder'
  mode: number
  readonly children: Map<string, Entry>
}
type Entry = FileNode | FolderNode

const [folderMode, fileMode] = [0o040_700, 0o100_600]

class FilesystemError extends Error {
  readonly code: number
  constructor(name: keyof typeof ERRNO_CODES) {
    super(name)
    this.code = ERRNO_CODES[name]
  }
}

/** The files of a folder in memory, read once, as the origin of many file systems. */
export type Snapshot = FolderNode

export function readSnapshot(folder: string): Snapshot {
  const read = (path: string): Entry => {
    if (!statSync(path).isDirectory()) {
      const bytes = new Uint8Array(readFileSync(path))
      return { kind: 'file', mode: fileMode, bytes, size: bytes.length, isShared: true }
    }
    const children = readdirSync(path).map((name): [string, Entry] => [name, read(join(path, name))])
    return { kind: 'folder', mode: folderMode, children: new Map(children) }
  }
  const root = read(folder)
  if (root.kind === 'file') throw new FilesystemError('ENOTDIR')
  return root
}

const copyEntry = (entry: Entry): Entry => (entry.kind === 'file' ? { ...entry } : copyFolderNode(entry))
const copyFolderNode = ({ mode, children }: FolderNode): FolderNode => ({
  kind: 'folder',
  mode,
  children: new Map([...children].map(([name, child]) => [name, copyEntry(child)])),
})

/** Makes the first `size` bytes of a file writable. */
function reserve(file: FileNode, size: number): void {
  if (!file.isShared && size <= file.bytes.length) return
  const bytes = new Uint8Array(Math.max(size, file.size, file.isShared ? 0 : file.bytes.length * 2))
  bytes.set(file.bytes.subarray(0, file.size))
  file.bytes = bytes
  file.isShared = false
}

/**
 * File system in memory for PGlite that begins as a snapshot: opening it copies nothing, a file is copied when it is
 * written. Many test files begin with the same database of 50 MB and write to few of its files.
 */
export class SnapshotFilesystem extends BaseFilesystem {
  readonly #root: FolderNode
  readonly #open = new Map<number, FileNode>()
  #lastDescriptor = 0

  constructor(snapshot: Snapshot) {
    super()
    this.#root = copyFolderNode(snapshot)
  }

  override closeFs(): Promise<void> {
    this.#open.clear()
    this.#root.children.clear()
    return Promise.resolve()
  }

  chmod(path: string, mode: number): void {
    this.#find(path).mode = mode
  }
  close(descriptor: number): void {
    this.#open.delete(descriptor)
  }
  fstat(descriptor: number): FsStats {
    return statsOf(this.#opened(descriptor))
  }
  lstat(path: string): FsStats {
    return statsOf(this.#find(path))
  }
  mkdir(path: string): void {
    const { folder, name } = this.#place(path)
    if (folder.children.has(name)) throw new FilesystemError('EEXIST')
    folder.children.set(name, { kind: 'folder', mode: folderMode, children: new Map() })
  }
  open(path: string): number {
    this.#lastDescriptor += 1
    this.#open.set(this.#lastDescriptor, this.#findFile(path))
    return this.#lastDescriptor
  }
  readdir(path: string): string[] {
    return ['.', '..', ...this.#findFolder(path).children.keys()]
  }
  read(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number): number {
    const { bytes, size } = this.#opened(descriptor)
    const end = Math.min(size, position + length)
    if (end <= position) return 0
    buffer.set(bytes.subarray(position, end), offset)
    return end - position
  }
  rename(from: string, to: string): void {
    const entry = this.#find(from)
    const source = this.#place(from)
    const target = this.#place(to)
    source.folder.children.delete(source.name)
    target.folder.children.set(target.name, entry)
  }
  rmdir(path: string): void {
    if (this.#findFolder(path).children.size > 0) throw new FilesystemError('ENOTEMPTY')
    this.#remove(path)
  }
  truncate(path: string, size: number): void {
    const file = this.#findFile(path)
    reserve(file, size)
    if (size < file.size) file.bytes.fill(0, size, file.size)
    file.size = size
  }
  unlink(path: string): void {
    this.#findFile(path)
    this.#remove(path)
  }
  utimes(): void {
    // Times of files are of no use to a database that is thrown away.
  }
  writeFile(path: string, data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data.slice()
    const { folder, name } = this.#place(path)
    folder.children.set(name, { kind: 'file', mode: fileMode, bytes, size: bytes.length, isShared: false })
  }
  write(
    descriptor: number,
    buffer: Uint8Array | ArrayBuffer,
    offset: number,
    length: number,
    position: number,
  ): number {
    const file = this.#opened(descriptor)
    const end = position + length
    reserve(file, end)
    // PGlite passes the memory itself where its type says a view of it.
    const memory = buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer)
    file.bytes.set(memory.subarray(offset, offset + length), position)
    file.size = Math.max(file.size, end)
    return length
  }

  #opened(descriptor: number): FileNode {
    const file = this.#open.get(descriptor)
    if (file === undefined) throw new FilesystemError('EBADF')
    return file
  }
  #find(path: string): Entry {
    let entry: Entry = this.#root
    for (const name of path.split('/').filter((part) => part !== '')) {
      if (entry.kind === 'file') throw new FilesystemError('ENOTDIR')
      const child = entry.children.get(name)
      if (child === undefined) throw new FilesystemError('ENOENT')
      entry = child
    }
    return entry
  }
  #findFile(path: string): FileNode {
    const entry = this.#find(path)
    if (entry.kind === 'folder') throw new FilesystemError('EISDIR')
    return entry
  }
  #findFolder(path: string): FolderNode {
    const entry = this.#find(path)
    if (entry.kind === 'file') throw new FilesystemError('ENOTDIR')
    return entry
  }
  #place(path: string): { folder: FolderNode; name: string } {
    const cut = path.lastIndexOf('/')
    return { folder: this.#findFolder(path.slice(0, cut)), name: path.slice(cut + 1) }
  }
  #remove(path: string): void {
    const { folder, name } = this.#place(path)
    folder.children.delete(name)
  }
}

const blockSize = 4_096
const statsOf = (entry: Entry): FsStats => {
  const size = entry.kind === 'file' ? entry.size : blockSize
  return {
    dev: 0,
    ino: 0,
    mode: entry.mode,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    size,
    blksize: blockSize,
    blocks: Math.ceil(size / blockSize),
    atime: 0,
    mtime: 0,
    ctime: 0,
  }
}
