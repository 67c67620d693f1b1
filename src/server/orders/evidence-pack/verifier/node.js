// node verify.mjs [folder]: the folder of the unpacked evidence pack, by default the one of this file.
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const folder = process.argv[2] ?? import.meta.dirname
const found = await readdir(folder, { recursive: true, withFileTypes: true })
const paths = found
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
const result = await verifyPack(paths, (path) => readFile(join(folder, path)))
const print = (line) => process.stdout.write(`${line}\n`)
for (const { path, text } of result.faults) print(`${path}：${text}`)
if (result.faults.length > 0) {
  print(`校验不通过：${result.faults.length} 处问题`)
  process.exitCode = 1
} else {
  const { manifest, record, proof } = result
  print(`校验通过：订单 ${manifest.orderNo}，存证记录 ${record.entries.length} 条，文件 ${manifest.files.length} 个`)
  for (const { name, reason } of manifest.missing) print(`未包含：${name}（${reason}）`)
  if (proof?.root) {
    print(`汇总 ${proof.root.day} ${proof.root.root}${proof.root.signature === '' ? '，未签名' : '，签名相符'}`)
    const later = record.entries.length - proof.leaf.seq
    print(`汇总覆盖第 1 至 ${proof.leaf.seq} 条${later > 0 ? `，其后 ${later} 条尚未汇总` : ''}`)
    print(`请与 ${manifest.rootsAt} 公布的汇总值和公钥核对`)
  }
}
