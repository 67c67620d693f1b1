// Verifies an evidence pack. Part of verify.mjs and verify.html: no packages, no network, only WebCrypto.

const decoder = new TextDecoder('utf-8', { fatal: true })
const encoder = new TextEncoder()
const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const sha256 = async (bytes) => toHex(await crypto.subtle.digest('SHA-256', bytes))

/** Hash of a leaf or node of the tree, RFC 6962. */
async function treeHash(prefix, ...parts) {
  const bytes = [Uint8Array.of(prefix), ...parts]
  const whole = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of bytes) {
    whole.set(part, at)
    at += part.length
  }
  return sha256(whole)
}

/** Files that a pack always has, besides its manifest. */
const fixed = ['record.json', 'proof.json', 'matching.html', 'verify.html', 'verify.mjs']
/** Files that operating systems write into folders. */
const ofSystem = /(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$|^__MACOSX\//

/** JSON of a file; undefined where it is none. */
function parse(bytes) {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * Verifies a pack. `paths` are all files below its folder, `read` gives the bytes of one. Returns the faults, each with
 * the path of its file, and what the pack is about.
 */
export async function verifyPack(paths, read) {
  const faults = []
  const fault = (path, text) => faults.push({ path, text })
  const has = (path) => paths.includes(path)
  const nothing = { faults, manifest: undefined, record: undefined, proof: undefined }

  if (!has('manifest.json') || !has('manifest.sha256')) {
    for (const path of ['manifest.json', 'manifest.sha256']) if (!has(path)) fault(path, '文件缺失')
    return nothing
  }
  const manifestBytes = await read('manifest.json')
  const line = /^([0-9a-f]{64}) {2}([0-9a-f]{64})\n$/.exec(
    new TextDecoder('latin1').decode(await read('manifest.sha256')),
  )
  // The second hash is that of the first: it tells which of the two files was changed.
  if (line === null || (await sha256(encoder.encode(line[1]))) !== line[2]) fault('manifest.sha256', '内容已被改动')
  else if ((await sha256(manifestBytes)) !== line[1]) {
    fault('manifest.json', '内容已被改动，清单不可信，其余文件未核对')
    return nothing
  }
  const manifest = parse(manifestBytes)
  if (manifest === undefined || !Array.isArray(manifest.files)) {
    fault('manifest.json', '不是有效的清单')
    return nothing
  }

  const listed = new Set(['manifest.json', 'manifest.sha256', ...manifest.files.map(({ path }) => path)])
  for (const path of paths) if (!listed.has(path) && !ofSystem.test(path)) fault(path, '不在清单中')
  for (const path of fixed) if (!listed.has(path)) fault(path, '不在清单中')
  const sound = new Map()
  for (const { path, sha256: expected } of manifest.files) {
    if (!has(path)) {
      fault(path, '文件缺失')
      continue
    }
    const bytes = await read(path)
    if ((await sha256(bytes)) !== expected) fault(path, '内容已被改动')
    else if (path === 'record.json' || path === 'proof.json') sound.set(path, parse(bytes))
  }
  for (const [path, content] of sound) if (content === undefined) fault(path, '不是有效的 JSON')
  const record = sound.get('record.json')
  const proof = sound.get('proof.json')
  if (record !== undefined) {
    await verifyRecord(record, fault)
    verifyReferences(manifest, record, fault)
    if (proof !== undefined) await verifyProof(proof, record, fault)
  }
  return { faults, manifest, record, proof }
}

/** Each entry has the hash of its text, and the hash of the one before in it. */
async function verifyRecord({ orderId, entries }, fault) {
  let previous = ''
  for (const [index, { text, hash }] of entries.entries()) {
    const seq = index + 1
    const entry = JSON.parse(text)
    if ((await sha256(encoder.encode(text))) !== hash) fault('record.json', `第 ${seq} 条的校验值不符`)
    if (entry.previous !== previous || entry.seq !== seq || entry.orderId !== orderId)
      fault('record.json', `第 ${seq} 条与上一条不衔接`)
    previous = hash
  }
}

/**
 * Files and record agree: each file of the manifest has the hash that an entry has had since the file was handed in,
 * and each file of an entry is in the pack or named as missing. Of contracts that were made anew only the newest is.
 */
function verifyReferences({ files, missing }, { entries }, fault) {
  const recorded = entries.map(({ text }) => JSON.parse(text))
  const isContract = ({ kind, event }) => kind === 'document' && event === 'contract'
  const newestContract = recorded.findLast(isContract)
  const known = new Set()
  for (const { path, seq, fileId, sha256: expected } of [...files, ...missing]) {
    if (path !== undefined && fixed.includes(path)) continue
    known.add(fileId)
    const named = recorded[seq - 1]?.body?.files ?? []
    if (!named.some((file) => file.fileId === fileId && file.sha256 === expected))
      fault(path ?? 'manifest.json', seq === undefined ? '不在存证记录中' : `与存证记录第 ${seq} 条登记的文件不符`)
  }
  for (const entry of recorded) {
    if (isContract(entry) && entry !== newestContract) continue
    for (const { fileId, name } of entry.body?.files ?? [])
      if (!known.has(fileId)) fault('manifest.json', `缺少存证记录第 ${entry.seq} 条登记的文件 ${name}`)
  }
}

/** The leaf is an entry of the record, its proof leads to the root, and the signature of the root fits. */
async function verifyProof({ root, leaf, steps }, { entries }, fault) {
  if (root === null) return
  if (entries[leaf.seq - 1]?.hash !== leaf.hash) fault('proof.json', '证明与存证记录不符')
  let hash = await treeHash(0, encoder.encode(`{"hash":"${leaf.hash}","orderId":${leaf.orderId},"seq":${leaf.seq}}`))
  for (const step of steps) {
    const pair = step.side === 'left' ? [step.hash, hash] : [hash, step.hash]
    hash = await treeHash(1, ...pair.map(fromHex))
  }
  if (hash !== root.root) fault('proof.json', '证明推不出当日的汇总值')
  if (root.signature === '') return
  const { count, day, previousRoot, root: value } = root
  const signed = `{"count":${count},"day":"${day}","previous":"${previousRoot}","root":"${value}"}`
  const key = await crypto.subtle.importKey('spki', fromBase64(root.publicKey), 'Ed25519', true, ['verify'])
  const isSigned = await crypto.subtle.verify('Ed25519', key, fromBase64(root.signature), encoder.encode(signed))
  if (!isSigned) fault('proof.json', '汇总值的签名不符')
}
