import { Molecule } from 'openchemlib'

/** Length of a bond in the text. */
const bondLength = 20

/** The element with its hydrogens and its charge: `NH2`, `O-`; empty for a carbon of the skeleton. */
function atomLabel(molecule: Molecule, atom: number): string {
  const element = molecule.getAtomLabel(atom)
  const charge = molecule.getAtomCharge(atom)
  const mass = molecule.getAtomMass(atom)
  if (element === 'C' && charge === 0 && mass === 0 && molecule.getAllConnAtoms(atom) > 0) return ''
  const hydrogens = molecule.getAllHydrogens(atom)
  const h = hydrogens === 0 ? '' : hydrogens === 1 ? 'H' : `H${hydrogens}`
  const sign = charge === 0 ? '' : `${Math.abs(charge) > 1 ? Math.abs(charge) : ''}${charge > 0 ? '+' : '-'}`
  return `${mass === 0 ? '' : mass}${element}${h}${sign}`
}

/** On which side of a double bond its second line is: towards the smaller ring, else towards its neighbours. */
function sideOf(molecule: Molecule, bond: number): string {
  const [a, b] = [molecule.getBondAtom(0, bond), molecule.getBondAtom(1, bond)]
  const cross = (atom: number) =>
    (molecule.getAtomX(b) - molecule.getAtomX(a)) * (molecule.getAtomY(atom) - molecule.getAtomY(a)) -
    (molecule.getAtomY(b) - molecule.getAtomY(a)) * (molecule.getAtomX(atom) - molecule.getAtomX(a))
  const rings = molecule.getRingSet()
  const near = Array.from({ length: rings.getSize() }, (_, ring) => ring)
    .filter((ring) => rings.isBondMember(ring, bond))
    .sort(
      (one, two) =>
        Number(rings.isAromatic(two)) - Number(rings.isAromatic(one)) ||
        rings.getRingSize(one) - rings.getRingSize(two),
    )[0]
  const others =
    near === undefined
      ? [a, b].flatMap((atom) =>
          Array.from({ length: molecule.getConnAtoms(atom) }, (_, at) => molecule.getConnAtom(atom, at)),
        )
      : [...rings.getRingAtoms(near)]
  const outer = [a, b].some((atom) => molecule.getConnAtoms(atom) === 1)
  const sum = others.reduce((all, atom) => all + cross(atom), 0)
  if (near === undefined && (outer || Math.abs(sum) < 0.01)) return '='
  return sum > 0 ? '>' : '<'
}

/** `^` and `v`: a wedge towards the reader and away, narrow at its first atom. */
function bondSign(molecule: Molecule, bond: number): string {
  const type = molecule.getBondType(bond)
  if (type === Molecule.cBondTypeUp) return '^'
  if (type === Molecule.cBondTypeDown) return 'v'
  const order = molecule.getBondOrder(bond)
  return order === 3 ? '#' : order === 2 ? sideOf(molecule, bond) : '-'
}

/**
 * Plane structure as text: atoms `x,y,label` and bonds `0-1`. Read by src/domain/pictures/structure-drawing.ts. The
 * molecule has coordinates.
 */
export function structureText(molecule: Molecule): string {
  molecule.ensureHelperArrays(Molecule.cHelperCIP)
  const scale = bondLength / (molecule.getAverageBondLength(true) || 1)
  const round = (value: number) => Math.round(value * scale)
  const atoms = Array.from({ length: molecule.getAllAtoms() }, (_, atom) => {
    const label = atomLabel(molecule, atom)
    return `${round(molecule.getAtomX(atom))},${round(molecule.getAtomY(atom))}${label === '' ? '' : `,${label}`}`
  })
  const bonds = Array.from(
    { length: molecule.getAllBonds() },
    (_, bond) => `${molecule.getBondAtom(0, bond)}${bondSign(molecule, bond)}${molecule.getBondAtom(1, bond)}`,
  )
  return `${atoms.join(' ')}|${bonds.join(' ')}`
}
