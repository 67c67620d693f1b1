DROP INDEX "search_terms_most";--> statement-breakpoint
CREATE INDEX "news_url" ON "news" USING hash ("source_url");--> statement-breakpoint
CREATE INDEX "search_terms_most" ON "search_terms" USING btree ("kind","searches" DESC NULLS LAST,"hits" DESC NULLS LAST);