/**
 * All structures of goods in shared memory: threads read it without a copy, and one that was replaced continues with
 * the same. About 130 bytes a structure. Only its owner writes.
 */
export interface StructureIndex {
  readonly count: number
  readonly ids: Int32Array<SharedArrayBuffer>
  /** Sixteen words a structure. */
  readonly prints: Int32Array<SharedArrayBuffer>
  readonly atoms: Uint16Array<SharedArrayBuffer>
  /** 1 where goods with it are on sale. */
  readonly listed: Uint8Array<SharedArrayBuffer>
  /** Ends of the idcodes in `codes`; the first is 0. */
  readonly ends: Uint32Array<SharedArrayBuffer>
  readonly codes: Uint8Array<SharedArrayBuffer>
}

/** Words of a fingerprint. */
export const printWords = 16

/** A row of `molecules` as the index needs it. */
export interface IndexedMolecule {
  readonly id: number
  readonly idcode: string
  readonly fingerprint: string
  readonly atoms: number
  readonly listed: boolean
}

/** Structures that the first arrays hold; they grow by half. */
const firstCapacity = 1_024
/** Bytes of an idcode to begin with; drugs have some 60. */
const bytesPerCode = 64

export class StructureIndexWriter {
  #capacity = firstCapacity
  #count = 0
  #ids = new Int32Array(new SharedArrayBuffer(firstCapacity * 4))
  #prints = new Int32Array(new SharedArrayBuffer(firstCapacity * printWords * 4))
  #atoms = new Uint16Array(new SharedArrayBuffer(firstCapacity * 2))
  #listed = new Uint8Array(new SharedArrayBuffer(firstCapacity))
  #ends = new Uint32Array(new SharedArrayBuffer((firstCapacity + 1) * 4))
  #codes = new Uint8Array(new SharedArrayBuffer(firstCapacity * bytesPerCode))
  readonly #places = new Map<number, number>()

  /** Adds a structure, or writes anew whether it is on sale. */
  write({ id, idcode, fingerprint, atoms, listed }: IndexedMolecule): void {
    const known = this.#places.get(id)
    if (known !== undefined) {
      this.#writePrint(known, fingerprint)
      this.#listed[known] = Number(listed)
      return
    }
    const code = Buffer.from(idcode, 'latin1')
    const from = this.#ends[this.#count] ?? 0
    if (this.#count === this.#capacity) this.#grow()
    if (from + code.length > this.#codes.length) this.#growCodes(from + code.length)
    const place = this.#count
    this.#writePrint(place, fingerprint)
    this.#ids[place] = id
    this.#atoms[place] = atoms
    this.#listed[place] = Number(listed)
    this.#codes.set(code, from)
    this.#ends[place + 1] = from + code.length
    this.#places.set(id, place)
    this.#count += 1
  }

  #writePrint(place: number, fingerprint: string): void {
    const print = Buffer.from(fingerprint, 'base64')
    for (let word = 0; word < printWords; word += 1)
      this.#prints[place * printWords + word] = print.readInt32LE(word * 4)
  }

  /** The index as it is now; structures added later are not seen through it. */
  read(): StructureIndex {
    return {
      count: this.#count,
      ids: this.#ids,
      prints: this.#prints,
      atoms: this.#atoms,
      listed: this.#listed,
      ends: this.#ends,
      codes: this.#codes,
    }
  }

  /** Bytes of the arrays. */
  get bytes(): number {
    const arrays = [this.#ids, this.#prints, this.#atoms, this.#listed, this.#ends, this.#codes]
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  #grow(): void {
    this.#capacity = Math.ceil(this.#capacity * 1.5)
    const moved = <T extends { set: (from: T) => void }>(to: T, from: T): T => {
      to.set(from)
      return to
    }
    const at = this.#capacity
    this.#ids = moved(new Int32Array(new SharedArrayBuffer(at * 4)), this.#ids)
    this.#prints = moved(new Int32Array(new SharedArrayBuffer(at * printWords * 4)), this.#prints)
    this.#atoms = moved(new Uint16Array(new SharedArrayBuffer(at * 2)), this.#atoms)
    this.#listed = moved(new Uint8Array(new SharedArrayBuffer(at)), this.#listed)
    this.#ends = moved(new Uint32Array(new SharedArrayBuffer((at + 1) * 4)), this.#ends)
  }

  #growCodes(needed: number): void {
    const grown = new Uint8Array(new SharedArrayBuffer(Math.ceil(Math.max(needed, this.#codes.length) * 1.5)))
    grown.set(this.#codes)
    this.#codes = grown
  }
}
