// A bank's reader of remittances, written from the tables of the banks' manuals and knowing nothing of the writer: every column of every
// record has a kind here, and the counts and sums are the bank's own.

/** 'first-last kind name': 9 digits, C digits or letters, X text, B blanks, Z zeros. */
type ManualTable = string
interface ManualBook {
  readonly file: ManualTable
  readonly lot: ManualTable
  readonly P: ManualTable
  readonly Q: ManualTable
  readonly R: ManualTable
  readonly lotEnd: ManualTable
  readonly fileEnd: ManualTable
}

const febraban: ManualBook = {
  file: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-17 B;18-18 9 companyType;19-32 C company;33-52 X agreement;53-57 9 agency;58-58 X agencyDigit;
    59-70 9 account;71-71 X accountDigit;72-72 X bothDigit;73-102 X companyName;103-132 X bankName;133-142 B;143-143 9 direction;144-151 9 made;
    152-157 9 time;158-163 9 number;164-166 9 version;167-171 9 density;172-191 X;192-211 X;212-240 B`,
  lot: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-9 X operation;10-11 9 service;12-13 B;14-16 9 version;17-17 B;18-18 9 companyType;19-33 C company;
    34-53 X agreement;54-58 9 agency;59-59 X agencyDigit;60-71 9 account;72-72 X accountDigit;73-73 X bothDigit;74-103 X companyName;104-143 X;
    144-183 X;184-191 9 number;192-199 9 made;200-207 9 credited;208-240 B`,
  P: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-13 9 at;14-14 X segment;15-15 B;16-17 9 movement;18-22 9 agency;23-23 X agencyDigit;24-35 9 account;
    36-36 X accountDigit;37-37 X bothDigit;38-57 X title;58-58 9 portfolio;59-59 9 registered;60-60 X paper;61-61 9 printer;62-62 X distributor;
    63-77 X document;78-85 9 due;86-100 9 cents;101-105 9 collector;106-106 X;107-108 9 species;109-109 X accepted;110-117 9 issued;
    118-118 9 interestCode;119-126 9 interestFrom;127-141 9 interest;142-142 9 discountCode;143-150 9 discountUntil;151-165 9 discount;
    166-180 9 iof;181-195 9 rebate;196-220 X own;221-221 9 protest;222-223 9 protestDays;224-224 9 writeOff;225-227 X writeOffDays;
    228-229 9 currency;230-239 9 contract;240-240 B`,
  Q: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-13 9 at;14-14 X segment;15-15 B;16-17 9 movement;18-18 9 payerType;19-33 C payer;34-73 X name;
    74-113 X address;114-128 X district;129-133 9 zip;134-136 9 zipEnd;137-151 X city;152-153 X state;154-154 9 drawerType;155-169 9 drawer;
    170-209 X drawerName;210-212 9 otherBank;213-232 X;233-240 B`,
  R: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-13 9 at;14-14 X segment;15-15 B;16-17 9 movement;18-18 9 second;19-26 9;27-41 9;42-42 9 third;43-50 9;
    51-65 9;66-66 9 fineCode;67-74 9 fineFrom;75-89 9 fine;90-99 X;100-139 X;140-179 X;180-199 B;200-207 Z;208-210 Z;211-215 Z;216-216 X;
    217-228 Z;229-229 X;230-230 X;231-231 Z;232-240 B`,
  lotEnd: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-17 B;18-23 9 records;24-29 9 titles;30-46 9 sum;47-52 Z;53-69 Z;70-75 Z;76-92 Z;93-98 Z;99-115 Z;
    116-123 X;124-240 B`,
  fileEnd: '1-3 9 bank;4-7 9 lot;8-8 9 kind;9-17 B;18-23 9 lots;24-29 9 records;30-35 Z;36-240 B',
}
const plainEnd = '1-3 9 bank;4-7 9 lot;8-8 9 kind;9-17 B;18-23 9 records;24-240 B'

/** The manual of each bank whose boletos are remitted. */
const books: Readonly<Record<string, ManualBook>> = {
  // Particularidades BB, August 2017.
  '001': { ...febraban, lotEnd: plainEnd },
  // H7815, version 2.9, April 2018.
  '033': {
    file: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-16 B;17-17 9 companyType;18-32 C company;33-47 9 transmission;48-72 B;73-102 X companyName;
      103-132 X bankName;133-142 B;143-143 9 direction;144-151 9 made;152-157 B;158-163 9 number;164-166 9 version;167-240 B`,
    lot: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-9 X operation;10-11 9 service;12-13 B;14-16 9 version;17-17 B;18-18 9 companyType;19-33 C company;
      34-53 B;54-68 9 transmission;69-73 B;74-103 X companyName;104-143 X;144-183 X;184-191 9 number;192-199 9 made;200-240 B`,
    P: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-13 9 at;14-14 X segment;15-15 B;16-17 9 movement;18-21 9 agency;22-22 9 agencyDigit;23-31 9 account;
      32-32 9 accountDigit;33-41 9;42-42 9;43-44 B;45-57 9 title;58-58 X portfolio;59-59 9 registered;60-60 9 paper;61-61 B;62-62 B;
      63-77 X document;78-85 9 due;86-100 9 cents;101-104 9;105-105 9;106-106 B;107-108 9 species;109-109 X accepted;110-117 9 issued;
      118-118 9 interestCode;119-126 9 interestFrom;127-141 9 interest;142-142 9 discountCode;143-150 9 discountUntil;151-165 9 discount;
      166-180 9 iof;181-195 9 rebate;196-220 X own;221-221 9 protest;222-223 9 protestDays;224-224 9 writeOff;225-225 Z;226-227 9;
      228-229 9 currency;230-240 B`,
    Q: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-13 9 at;14-14 X segment;15-15 B;16-17 9 movement;18-18 9 payerType;19-33 C payer;34-73 X name;
      74-113 X address;114-128 X district;129-133 9 zip;134-136 9 zipEnd;137-151 X city;152-153 X state;154-154 9 drawerType;155-169 9 drawer;
      170-209 X drawerName;210-212 9;213-215 9;216-218 9;219-221 9;222-240 B`,
    R: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-13 9 at;14-14 X segment;15-15 B;16-17 9 movement;18-18 9 second;19-26 9;27-41 9;42-65 B;66-66 9 fineCode;
      67-74 9 fineFrom;75-89 9 fine;90-99 B;100-139 X;140-179 X;180-240 B`,
    lotEnd: plainEnd,
    fileEnd: '1-3 9 bank;4-7 9 lot;8-8 9 kind;9-17 B;18-23 9 lots;24-29 9 records;30-240 B',
  },
  // 4008.524.0339, version 06, July 2017.
  '237': febraban,
  // Cobrança FEBRABAN 240, January 2017.
  '341': {
    file: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-17 B;18-18 9 companyType;19-32 C company;33-52 B;53-53 Z;54-57 9 agency;58-58 B;59-65 Z;66-70 9 account;
      71-71 B;72-72 9 accountDigit;73-102 X companyName;103-132 X bankName;133-142 B;143-143 9 direction;144-151 9 made;152-157 9 time;
      158-163 9 number;164-166 9 version;167-171 Z;172-225 B;226-228 Z;229-240 B`,
    lot: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-9 X operation;10-11 9 service;12-13 Z;14-16 9 version;17-17 B;18-18 9 companyType;19-33 C company;34-53 B;
      54-54 Z;55-58 9 agency;59-59 B;60-66 Z;67-71 9 account;72-72 B;73-73 9 accountDigit;74-103 X companyName;104-183 B;184-191 9 number;
      192-199 9 made;200-207 9 credited;208-240 B`,
    P: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-13 9 at;14-14 X segment;15-15 B;16-17 9 movement;18-18 Z;19-22 9 agency;23-23 B;24-30 Z;31-35 9 account;
      36-36 B;37-37 9 accountDigit;38-49 9 title;50-57 B;58-62 Z;63-72 X document;73-77 B;78-85 9 due;86-100 9 cents;101-105 9;106-106 9;
      107-108 9 species;109-109 X accepted;110-117 9 issued;118-118 Z;119-126 9 interestFrom;127-141 9 interest;142-142 Z;143-150 9 discountUntil;
      151-165 9 discount;166-180 9 iof;181-195 9 rebate;196-220 X own;221-221 9 protest;222-223 9 protestDays;224-224 9 writeOff;225-226 9;
      227-239 Z;240-240 B`,
    Q: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-13 9 at;14-14 X segment;15-15 B;16-17 9 movement;18-18 9 payerType;19-33 C payer;34-63 X name;64-73 B;
      74-113 X address;114-128 X district;129-133 9 zip;134-136 9 zipEnd;137-151 X city;152-153 X state;154-154 9 drawerType;155-169 9 drawer;
      170-199 X drawerName;200-209 B;210-212 Z;213-240 B`,
    R: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-13 9 at;14-14 X segment;15-15 B;16-17 9 movement;18-18 Z;19-26 9;27-41 9;42-42 Z;43-50 9;51-65 9;
      66-66 9 fineCode;67-74 9 fineFrom;75-89 9 fine;90-99 B;100-139 X;140-199 B;200-207 9;208-215 Z;216-216 B;217-228 Z;229-230 B;231-231 Z;
      232-240 B`,
    lotEnd: `1-3 9 bank;4-7 9 lot;8-8 9 kind;9-17 B;18-23 9 records;24-29 9 titles;30-46 9 sum;47-52 9;53-69 9;70-115 Z;116-123 X;124-240 B`,
    fileEnd: febraban.fileEnd,
  },
  // Layouts para troca de informações, February 2017.
  '756': {
    ...febraban,
    file: febraban.file.replace('33-52 X agreement', '33-52 B').replace('72-72 X bothDigit', '72-72 Z'),
    lot: febraban.lot.replace('34-53 X agreement', '34-53 B').replace('73-73 X bothDigit', '73-73 B'),
    P: febraban.P.replace('59-59 9 registered', '59-59 Z')
      .replace('60-60 X paper', '60-60 B')
      .replace('225-227 X writeOffDays', '225-227 B'),
  },
}

const patterns: Readonly<Record<string, RegExp>> = {
  '9': /^\d+$/,
  C: /^[0-9A-Z]+$/,
  X: /^[\x20-\x60\x7b-\x7e]*$/,
  B: /^ *$/,
  Z: /^0+$/,
}
type ManualRecord = Readonly<Record<string, string>>

/** The fields of a record by the names of its table. Throws where a column is not of its kind, or the table leaves one out. */
function fieldsOf(line: string, table: ManualTable, where: string): ManualRecord {
  const fields: Record<string, string> = {}
  let next = 1
  for (const entry of table.split(';')) {
    const [columns = '', kind = '', name] = entry.trim().split(/\s+/)
    const [first, last] = columns.split('-').map(Number)
    if (first !== next || !last) throw new Error(`${where}: the table leaves out column ${next}`)
    next = last + 1
    const text = line.slice(first - 1, last)
    if (!patterns[kind]?.test(text)) throw new Error(`${where}: columns ${columns} are ${kind}, and have «${text}»`)
    if (kind === 'X' && text.startsWith(' ') && text.trim())
      throw new Error(`${where}: columns ${columns} begin with a blank: «${text}»`)
    if (name) fields[name] = kind === 'X' ? text.trimEnd() : text
  }
  if (next !== 241) throw new Error(`${where}: the table ends at column ${next - 1}`)
  return fields
}

/** A title as the bank has it after reading; days are 'AAAA-MM-DD', rates percent. */
export interface BankTitle {
  readonly movement: string
  /** Nosso número as the boleto prints it. */
  readonly shown: string
  readonly document: string
  readonly own: string
  readonly due_on: string | null
  readonly issued_on: string | null
  readonly cents: number
  readonly interest: { readonly by: 'month' | 'day'; readonly amount: number; readonly from: string | null } | null
  readonly discount: { readonly cents: number; readonly until: string | null } | null
  readonly fine: { readonly percent: number; readonly from: string | null } | null
  readonly payer: ManualRecord | null
  readonly fields: ManualRecord
}
export interface BankFile {
  readonly bank: string
  readonly file: ManualRecord
  readonly lot: ManualRecord
  readonly titles: readonly BankTitle[]
}

const dayOf = (text = '') => (/^0+$/.test(text) ? null : `${text.slice(4)}-${text.slice(2, 4)}-${text.slice(0, 2)}`)

/** Nosso número of the columns of segment P, as each manual lays them out. */
const printed: Readonly<Record<string, (title: string) => string>> = {
  '001': title => title,
  '033': title => `${title.slice(0, 12)}-${title.slice(12)}`,
  '237': title => `${title.slice(1, 3)}/${title.slice(8, 19)}-${title.slice(19)}`,
  '341': title => `${title.slice(0, 3)}/${title.slice(3, 11)}-${title.slice(11)}`,
  '756': title => `${title.slice(2, 9)}-${title.slice(9, 10)}`,
}

function interestOf(bank: string, p: ManualRecord): BankTitle['interest'] {
  const amount = Number(p.interest)
  const from = dayOf(p.interestFrom)
  if (bank === '341') return amount ? { by: 'day', amount, from } : null
  const none = bank === '756' ? '0' : '3'
  if (p.interestCode === none) {
    if (amount || from) throw new Error('interest of a title that has none')
    return null
  }
  if (p.interestCode !== '1' && p.interestCode !== '2') throw new Error(`interest code ${p.interestCode}`)
  return { by: p.interestCode === '1' ? 'day' : 'month', amount, from }
}

function titleOf(bank: string, lines: ReadonlyMap<string, ManualRecord>): BankTitle {
  const p = lines.get('P')
  const [q, r] = [lines.get('Q') ?? null, lines.get('R')]
  if (!p) throw new Error('a title without its segment P')
  for (const other of [q, r]) if (other && other.movement !== p.movement) throw new Error('two movements of one title')
  const discount = Number(p.discount)
  const until = dayOf(p.discountUntil)
  if ((p.discountCode ?? (discount ? '1' : '0')) !== (discount ? '1' : '0'))
    throw new Error('a discount without its code')
  return {
    movement: p.movement ?? '',
    shown: printed[bank]?.(p.title ?? '') ?? '',
    document: p.document ?? '',
    own: p.own ?? '',
    due_on: dayOf(p.due),
    issued_on: dayOf(p.issued),
    cents: Number(p.cents),
    interest: interestOf(bank, p),
    discount: discount ? { cents: discount, until } : null,
    fine: r ? { percent: Number(r.fine) / 100, from: dayOf(r.fineFrom) } : null,
    payer: q,
    fields: p,
  }
}

const isBookPart = (name: string): name is 'P' | 'Q' | 'R' => name === 'P' || name === 'Q' || name === 'R'

/** Reads a remittance as its bank does. Throws where a column, a count or a sum is not what the manual says. */
export function readRemittance(bytes: Uint8Array): BankFile {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.endsWith('\r\n')) throw new Error('the last record has no end')
  const records = text.slice(0, -2).split('\r\n')
  for (const [i, record] of records.entries())
    if (record.length !== 240) throw new Error(`record ${i + 1} has ${record.length} columns`)
  const bank = records[0]?.slice(0, 3) ?? ''
  const book = books[bank]
  if (!book) throw new Error(`no manual of bank ${bank}`)
  const [head = '', lotHead = '', ...rest] = records
  const [tail = '', lotTail = ''] = [rest.pop(), rest.pop()]
  const file = fieldsOf(head, book.file, 'file')
  const lot = fieldsOf(lotHead, book.lot, 'lot')
  const lotEnd = fieldsOf(lotTail, book.lotEnd, 'end of lot')
  const fileEnd = fieldsOf(tail, book.fileEnd, 'end of file')
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) throw new Error(what)
  }
  expect(file.lot === '0000' && file.kind === '0' && file.direction === '1', 'the header is of no remittance')
  expect(
    lot.lot === '0001' && lot.kind === '1' && lot.operation === 'R' && lot.service === '01',
    'the lot is of no cobrança',
  )
  expect(lotEnd.lot === '0001' && lotEnd.kind === '5', 'the lot does not end')
  expect(fileEnd.lot === '9999' && fileEnd.kind === '9', 'the file does not end')
  expect(Number(file.company) === Number(lot.company) && file.companyType === '2', 'two companies')
  expect(Number(file.number) === Number(lot.number) && file.made === lot.made, 'two numbers of one file')
  const groups: Map<string, ManualRecord>[] = []
  for (const [i, record] of rest.entries()) {
    const segment = record.charAt(13)
    if (!isBookPart(segment)) throw new Error(`segment ${segment}`)
    const fields = fieldsOf(record, book[segment], `segment ${segment} ${i + 1}`)
    expect(
      Number(fields.at) === i + 1 && fields.lot === '0001' && fields.kind === '3' && fields.bank === bank,
      `detail ${i + 1} is out of its place`,
    )
    if (segment === 'P') groups.push(new Map())
    const group = groups.at(-1)
    expect(group !== undefined && !group.has(segment), `a second ${segment}`)
    group?.set(segment, fields)
  }
  const titles = groups.map(group => titleOf(bank, group))
  expect(Number(lotEnd.records) === rest.length + 2, 'the lot counts other records')
  expect(Number(fileEnd.records) === records.length && Number(fileEnd.lots) === 1, 'the file counts other records')
  if (lotEnd.titles !== undefined) {
    expect(Number(lotEnd.titles) === titles.length, 'the lot counts other titles')
    expect(Number(lotEnd.sum) === titles.reduce((sum, { cents }) => sum + cents, 0), 'the lot sums other titles')
  }
  return { bank, file, lot, titles }
}
