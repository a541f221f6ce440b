import { receiptDrops } from '#features/regulatory/receipts/receipts.ts'
import { accessOf, newRowRequests, rowCases, textFile, type MatrixCases } from '#test/support/matrix/cases.ts'

export const receiptsMatrix: MatrixCases = {
  'receipt-drops.soltar': () => [{ about: 'own', url: 'receipt-drops', body: {}, status: 201 }],
  // Only the user who began a drop adds files to it.
  'receipt-drops.anexar': (world, who) =>
    rowCases(world, who, 'receipt-drops', 403, drop => `receipt-drops/${drop}/arquivos?name=a.pdf`).map(each => ({
      ...each,
      ...textFile,
    })),
  'receipt-drops.ler': (world, who) =>
    newRowRequests(world, who, receiptDrops, ({ uuid }) => ({
      url: `receipt-drops/${uuid}/ler`,
      status: accessOf[who].role === 'admin' ? 200 : 403,
      after: () => world.runner.settled(),
    })),
  'receipts.bandeja': () => [{ about: 'all of theirs', url: 'receipts/bandeja', status: 200 }],
  'receipts.opcoes': (world, who) =>
    rowCases(world, who, 'receipts', 200, (receipt, owner) => {
      return `receipts/${receipt}/opcoes?client=${world.target('clients', owner)?.uuid}`
    }),
  // The receipt is not in the tray.
  'receipts.guardar': (world, who) =>
    rowCases(world, who, 'receipts', 409, receipt => `receipts/${receipt}/guardar`).map(each => ({
      ...each,
      body: { target: { kind: 'coleta', coleta: world.target('collects', 'A1')?.uuid, send: false } },
    })),
}
