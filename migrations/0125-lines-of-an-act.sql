-- One act over many rows is one line of the history of everything: the others of it are found by its request.
create index audit_events_request_id on audit_events (request_id, resource, event, id);
