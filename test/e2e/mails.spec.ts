import { beginSession, expect, expectFits, expectGood, inScheme, picture, test } from './house.ts'

test.describe('without a mail server', () => {
  test('a test mail is told as a file of the folder nobody receives', async ({ page, house }) => {
    await beginSession(page, house)
    await page.goto(`${house.url}/mails`)
    await expect(page.getByText('Sem servidor de e-mail configurado')).toBeVisible()
    await page.getByRole('button', { name: 'Enviar e-mail de teste' }).click()
    await expect(page.getByText(`E-mail de teste a caminho de ${house.admin.email}.`)).toBeVisible()
    const subject = page.getByRole('link', { name: 'Outorga: e-mail de teste' }).first()
    await expect(subject).toBeVisible()
    await expectFits(page)
    await subject.click()
    await expect(page.getByRole('button', { name: 'Enviar de novo' })).toBeVisible()
    await expect.poll(() => house.lastMail(house.admin.email)).toContain('Message-ID')
    await expectGood(page)
  })
})

test.describe('with a mail server that does not answer', () => {
  // Nobody listens at this port.
  test.use({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })

  test('what waits and why is told, and can be sent again at once', async ({ page, house }, { project }) => {
    await beginSession(page, house)
    await page.goto(`${house.url}/mails`)
    await page.getByRole('button', { name: 'Enviar e-mail de teste' }).click()
    await house.api('POST', 'users', {
      name: 'Lia Campos Figueiredo de Albuquerque',
      email: `lia.campos.figueiredo.${project.name}@telecomunicacoes-do-vale.outorga.test`,
      profile_id: await house.idOf('profiles', 'Colaborador'),
    })
    await expect(page.getByText('Os e-mails não estão saindo.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Aguardando').first()).toBeVisible()
    await expectGood(page)
    const shot = (name: string) => picture(page, `mails-${name}-${project.name}`)
    await shot('list')
    await inScheme(page, 'dark')
    await expectGood(page)
    await shot('list-dark')
    await page.getByRole('button', { name: 'enviado', exact: false }).first().click()
    await expect(page.getByText('Nenhum e-mail encontrado')).toBeVisible()
    await page.getByRole('button', { name: 'aguardando' }).click()
    await page.getByRole('link', { name: 'Outorga: escolha a sua senha' }).click()
    await expect(page.getByText('fora do ar').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Lia Campos Figueiredo de Albuquerque' }).first()).toBeVisible()
    await expectGood(page)
    await shot('one-dark')
    await inScheme(page, 'light')
    await shot('one')
    await page.getByRole('button', { name: 'Enviar de novo' }).click()
    await expect(page.getByText('salvo com sucesso')).toBeVisible()
  })
})
