-- Whoever of a client opened a ticket is whom the house answers, as those that are opened from now on say.
update tickets t set requester_id = t.opened_user_id
from users u join profiles p on p.id = u.profile_id
where u.id = t.opened_user_id and t.requester_id is null and p.audience = 'clientes'
  and exists (select 1 from clients_client_users l where l.parent_id = t.client_id and l.user_id = u.id);
